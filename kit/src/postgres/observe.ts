import type pg from 'pg';

/** Observes the statements of a database. */
export interface StatementObserver {
  /** Called before a statement of Drizzle is sent, in the asynchronous context of its caller. */
  onStatement(text: string): void;
  /** Called with writing statements once they are committed, or may be, and before their callers learn of it. */
  onCommit(texts: readonly string[]): void;
}

type Callback = (error: unknown, result?: unknown) => void;

const WRITES = /\b(?:insert|update|delete|truncate|merge)\b/i;
const BEGINS = /^\s*(?:begin|start transaction)\b/i;
const COMMITS = /^\s*commit\b/i;
const ROLLS_BACK = /^\s*rollback\s*$/i;

const textOf = (statement: unknown): string => {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : '';
};

/** Collects the writing statements of one connection until they are committed. */
class WritesOfConnection {
  #isOpen = false;
  #texts: string[] = [];

  constructor(private readonly onCommit: StatementObserver['onCommit']) {}

  /** Returns the function to call when the statement has ended; also a failed commit may have reached the database. */
  begun(text: string): () => void {
    if (BEGINS.test(text)) this.#isOpen = true;
    else if (ROLLS_BACK.test(text)) this.#end();
    else if (COMMITS.test(text)) return () => this.onCommit(this.#end());
    else if (WRITES.test(text) && this.#isOpen) this.#texts.push(text);
    else if (WRITES.test(text)) return () => this.onCommit([text]);
    return () => undefined;
  }

  #end(): readonly string[] {
    const texts = this.#texts;
    this.#texts = [];
    this.#isOpen = false;
    return texts;
  }
}

/** Calls `onCommit` for the statements of a connection. */
export function observeCommits(client: pg.PoolClient, onCommit: StatementObserver['onCommit']): void {
  const writes = new WritesOfConnection(onCommit);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const observed = (...args: unknown[]): unknown => {
    const ended = writes.begun(textOf(args[0]));
    const last = args.at(-1);
    if (typeof last === 'function') {
      const callback: Callback = (error, result) => {
        ended();
        (last as Callback)(error, result);
      };
      return query(...args.slice(0, -1), callback);
    }
    const result = query(...args);
    return result instanceof Promise ? result.finally(ended) : result;
  };
  client.query = observed as typeof client.query;
}
