import { request, type IncomingMessage, type ServerResponse } from 'node:http';

/** Changes the text of a JSON answer. */
export type BodyRewrite = (text: string) => string;

const collect = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Passes a plain HTTP request on to `target` (an origin) and its answer back. */
export const forwardHttp = (
  target: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  rewrite: BodyRewrite,
): void => {
  const headers = { ...incoming.headers };
  // Bodies must be readable to be rewritten.
  delete headers['accept-encoding'];
  const upstream = request(
    { host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers },
    (answer) => {
      const isJson = answer.headers['content-type']?.includes('json') === true;
      if (!isJson) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      void collect(answer).then(
        (body) => {
          const text = Buffer.from(rewrite(body.toString('utf8')));
          const { 'transfer-encoding': _chunked, ...rest } = answer.headers;
          outgoing.writeHead(answer.statusCode ?? 502, { ...rest, 'content-length': text.length });
          outgoing.end(text);
        },
        () => outgoing.destroy(),
      );
    },
  );
  upstream.on('error', () => outgoing.destroy());
  incoming.pipe(upstream);
};
