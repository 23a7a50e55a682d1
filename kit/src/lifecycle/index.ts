/** Start and end of the server as a program: its folder, its signals, and error messages with advice. */
export { databaseError } from './database-error.js';
export { FolderInUseError, lockFolder, type FolderLock } from './folder-lock.js';
export { checkListenAddress, listenError } from './listen-address.js';
export { runProgram, type ProgramOptions, type RunningProgram } from './run-program.js';
export { codeOf, dataFolderError, StartError } from './start-error.js';
export { StartAborted, StartScope } from './start-scope.js';
