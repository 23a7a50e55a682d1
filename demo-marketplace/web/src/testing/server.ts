import type { AnyAction, ResponseOf } from '@lectern/marketplace-contract';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** The API that tests talk to; what no handler answers fails the test. */
export const server = setupServer();

/** Lets the tests of a file talk to {@link server}; handlers end with each test. */
export function serveTests(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}

/** A call as it reached the API. */
export interface ApiCall {
  /** For example `/api/Member/member_info`. */
  readonly path: string;
  // Tests know the type of the bodies they send.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly request: Request;
}

const bodyOf = async (request: Request): Promise<unknown> => {
  const text = await request.clone().text();
  return text === '' ? Object.fromEntries(new URL(request.url).searchParams) : JSON.parse(text);
};

/** The envelope of an answer that succeeded. */
const ok = (data: unknown, msg = ''): object => ({ code: 1, msg, data });

/** Answers one action. @returns the calls so far */
export function answer<A extends AnyAction>(
  action: A,
  data: ResponseOf<A> | ((call: ApiCall) => ResponseOf<A> | Promise<ResponseOf<A>>),
): readonly ApiCall[] {
  const calls: ApiCall[] = [];
  server.use(
    http.all(`*${action.path}`, async ({ request }) => {
      const call = { path: action.path, body: await bodyOf(request), request };
      calls.push(call);
      const given = typeof data === 'function' ? await (data as (one: ApiCall) => unknown)(call) : data;
      return HttpResponse.json(ok(given) as JsonBodyType);
    }),
  );
  return calls;
}
