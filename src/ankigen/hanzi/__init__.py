"""Facts about Chinese characters, no policy: readings, scripts, radicals, GBK pairs."""
