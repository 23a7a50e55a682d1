// `npm run faults`: the program is TypeScript, so it is bundled first; packages stay outside, as built.
import { runProgram } from '../support/run-program.mjs';

await runProgram(new URL('main.ts', import.meta.url), 'faults');
