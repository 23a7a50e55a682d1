import type { Dispose } from '../core/clock.js';
import type { HttpRequest, HttpResponse, NetworkPort } from '../platform/types.js';

/** Network state of the machine, set by the test. */
export class FakeNetwork implements NetworkPort {
  readonly #listeners = new Set<(online: boolean) => void>();
  #online = true;

  /** Number of listeners that were not disposed. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  isOnline(): boolean {
    return this.#online;
  }

  onChange(listener: (online: boolean) => void): Dispose {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  set(online: boolean): void {
    if (this.#online === online) return;
    this.#online = online;
    for (const listener of [...this.#listeners]) listener(online);
  }
}

/** A recorded request; `body` is {@link HttpRequest.body}, parsed if it is JSON. */
export interface RecordedRequest {
  readonly method: HttpRequest['method'];
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * Status and body of an answer; a body that is not text is sent as JSON. `hang` never answers, `fail` is a network
 * error.
 */
export type FakeAnswer = { readonly status?: number; readonly body?: unknown } | 'hang' | 'fail';

export type FakeRoute = (request: RecordedRequest) => FakeAnswer | Promise<FakeAnswer>;

interface Route {
  readonly method: string;
  readonly match: string | RegExp;
  readonly answer: FakeRoute;
}

/** HTTP with scripted answers. Requests without a route get 404. */
export class FakeHttp {
  readonly requests: RecordedRequest[] = [];
  readonly #routes: Route[] = [];

  /**
   * Answers requests whose URL without its query ends with the text, or matches the expression; the newest route takes
   * precedence.
   */
  on(method: HttpRequest['method'], match: string | RegExp, answer: FakeRoute | FakeAnswer): this {
    this.#routes.unshift({ method, match, answer: typeof answer === 'function' ? answer : () => answer });
    return this;
  }

  readonly request = async (url: string, request: HttpRequest): Promise<HttpResponse> => {
    const { method, headers = {}, body, signal } = request;
    const parsed = new URL(url);
    const recorded = {
      method,
      url: parsed,
      headers,
      body: headers['Content-Type'] === 'application/json' ? (JSON.parse(body ?? '') as unknown) : body,
    };
    this.requests.push(recorded);
    const address = `${parsed.origin}${parsed.pathname}`;
    const route = this.#routes.find(
      (entry) =>
        entry.method === method &&
        (typeof entry.match === 'string' ? address.endsWith(entry.match) : entry.match.test(url)),
    );
    const answer = route ? await route.answer(recorded) : { status: 404 };
    if (answer === 'fail') throw new TypeError('fetch failed');
    if (answer === 'hang') {
      return new Promise((_, reject) => {
        const abort = (): void => reject(signal?.reason as Error);
        if (signal?.aborted) abort();
        else signal?.addEventListener('abort', abort, { once: true });
      });
    }
    const { status = 200, body: content = '' } = answer;
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return { ok: status >= 200 && status < 300, status, text: () => Promise.resolve(text) };
  };
}
