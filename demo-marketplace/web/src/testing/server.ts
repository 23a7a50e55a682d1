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
  /** The end of the path: `Member/member_info`. */
  readonly name: string;
  // Tests know the type of the bodies they send.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly request: Request;
}

const bodyOf = async (request: Request): Promise<unknown> => {
  const text = await request.clone().text();
  if (text === '') return Object.fromEntries(new URL(request.url).searchParams);
  return request.headers.get('content-type') === 'application/json' ? JSON.parse(text) : text;
};

async function callOf(request: Request): Promise<ApiCall> {
  const path = new URL(request.url).pathname;
  return { path, name: path.split('/').slice(-2).join('/'), body: await bodyOf(request), request };
}

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
      const call = await callOf(request);
      calls.push(call);
      const given = typeof data === 'function' ? await (data as (one: ApiCall) => unknown)(call) : data;
      return HttpResponse.json(ok(given) as JsonBodyType);
    }),
  );
  return calls;
}

/**
 * Answers every call that no other handler answers: with data or a whole response. Without either, the connection
 * breaks.
 */
export function answerAll(respond: (call: ApiCall) => unknown): void {
  server.use(
    http.all('*', async ({ request }) => {
      const given = await respond(await callOf(request));
      if (given === undefined) return HttpResponse.error();
      return given instanceof Response ? given : HttpResponse.json(ok(given) as JsonBodyType);
    }),
  );
}
