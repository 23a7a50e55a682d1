// `npm run bench`: the benchmarks are TypeScript, so they are bundled first; packages stay outside, as built.
import { runProgram } from '../support/run-program.mjs';

await runProgram(new URL('main.ts', import.meta.url), 'bench');
