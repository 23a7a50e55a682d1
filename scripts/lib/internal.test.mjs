import { expect, test } from 'vitest';
import { withoutInternal } from './internal.mjs';

test('removes statements, members and exports that are marked, with their comments', () => {
  const text = `/** The server. */
export interface Server {
    /** Ends it. */
    close(): void;
    /** @internal Read by the marketplace. */
    readonly store: Store;
}
/** A client. */
export declare class Client {
    /** @internal */
    constructor(port: Port);
    open(): void;
}
/** @internal */
export { secret } from './secret.js';
export { open } from './open.js';
`;
  const published = withoutInternal(text);
  for (const gone of ['store', 'constructor', 'secret', '@internal']) expect(published).not.toContain(gone);
  for (const kept of ['/** The server. */', 'close(): void;', 'open(): void;', "export { open } from './open.js';"]) {
    expect(published).toContain(kept);
  }
});

test('keeps what stands after a marked part and has no comment', () => {
  const text = `interface A {\n  /** @internal */\n  one: 1;\n  two: 2;\n}\n`;
  expect(withoutInternal(text)).toBe(`interface A {\n  two: 2;\n}\n`);
});
