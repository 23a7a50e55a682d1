/** Output of `lectern --help`. */
export const USAGE = `Usage: lectern <command>

  serve [--demo]                       run the conference server
  keys create --name <name> [--app]    make an API key; its secret is shown once
  keys list                            list the API keys
  keys revoke <id>                     revoke an API key and all grants that it signed
  token <user> [--app]                 issue an access token of a user
  rooms                                list the open rooms
  doctor                               check settings and machine, and say what to do

  Settings are read from the environment: PORT, DATA_DIR, DATABASE_URL, PUBLIC_URL, APP_KEYS and others.
  --app   an application of APP_KEYS, where there are several
  --json  print JSON (keys, token, rooms, doctor)
  --demo  anybody may register as a user, unless NODE_ENV, PUBLIC_URL or DEMO say that this is no demo
`;

/** A command was called wrongly, or its argument does not exist. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}
