"""The `ankigen` command. Commands gather what they need and print; the work is done in the rooms below.

Exit codes: 0 all well; 1 a diagnostic of severity error kept a bank out (for `check --strict`, a warning too);
2 a usage or input error, nothing was written; 70 a fault in ankigen itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

OK, KEPT_OUT, BAD_INPUT, FAULT = 0, 1, 2, 70


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line; a fault in ankigen gives one line instead of a traceback."""
    from ankigen.cli.commands import app

    try:
        app.main(args=list(argv) if argv is not None else None, prog_name="ankigen")
    except Exception as error:
        if os.environ.get("ANKIGEN_TRACEBACK"):
            raise
        from ankigen.pipeline import internal_error

        fault = internal_error(error)
        print(f"ankigen: internal error [{fault.rule.code}]: {fault.message} (please report it)", file=sys.stderr)
        sys.exit(FAULT)
