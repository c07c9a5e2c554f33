"""Where the user's folder lies is told by an environment variable: on Windows one of platformdirs, elsewhere XDG's."""

from __future__ import annotations

import os

CONFIG = "WIN_PD_OVERRIDE_LOCAL_APPDATA" if os.name == "nt" else "XDG_CONFIG_HOME"
