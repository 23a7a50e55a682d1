import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { bundleForNode } from '../support/bundle.js';

/** A script made of an example of the README, in a process of its own. Its stage (example-stage.ts) lets it stop. */
export class Example {
  readonly process: ChildProcess;

  /** @param name of its file, unlike those of the other tests */
  static async start(
    name: string,
    script: string,
    stdio: ForkOptions['stdio'] = ['ignore', 'inherit', 'inherit', 'ipc'],
  ): Promise<Example> {
    const file = new URL(`../build/${name}.mjs`, import.meta.url);
    await bundleForNode(new URL('./example-stage.ts', import.meta.url));
    await writeFile(file, script);
    // Without the test runner's conditions, so that the example runs on the package as it is built.
    return new Example(fork(file, { execArgv: [], stdio }));
  }

  private constructor(child: ChildProcess) {
    this.process = child;
  }

  /** Waits until it stops at its next checkpoint. @throws when that is another one, or its end */
  async checkpoint(name: string): Promise<void> {
    const stopped = once(this.process, 'exit').then(([code]) => [`ended with code ${String(code)}`]);
    const [message] = (await Promise.race([once(this.process, 'message'), stopped])) as [string];
    if (message !== name) throw new Error(`the example came to "${message}" instead of "${name}"`);
  }

  goOn(): void {
    this.process.send('go on');
  }

  /** Lets the example run to its end. @throws when it fails */
  async finish(): Promise<void> {
    const exited = once(this.process, 'exit');
    this.goOn();
    const [code, signal] = (await exited) as [number | null, string | null];
    if (code !== 0) throw new Error(`the example ended with ${signal ?? code}`);
  }

  kill(): void {
    this.process.kill('SIGKILL');
  }
}
