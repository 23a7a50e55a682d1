/** Commands of `lectern` other than `serve`. */
export { runCommand, type CommandHost } from './run-command.js';
