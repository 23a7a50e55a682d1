import {
  ACCESS_REASONS,
  ACTIONS,
  COMMON_REASONS,
  envelope,
  failureData,
  Replay,
  type AnyAction,
} from '@lectern/marketplace-contract';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { escapeHtml, page } from './page.js';

const VERSION = '1.0.0';

/** Description of each access class. */
const WHO: Readonly<Record<AnyAction['access'], string>> = {
  P: 'everybody',
  L: 'whoever is logged in',
  1: 'learners',
  2: 'mentors',
  '2+p': 'mentors who may manage content',
  '2+h': 'mentors who may answer homework',
  3: 'enterprises',
  A: 'the back office',
};

/** Without `$schema`, since OpenAPI 3.1 implies the same dialect. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

export const reasonsOf = ({ access, reasons }: AnyAction): readonly string[] => [
  ...new Set([...ACCESS_REASONS[access], ...reasons, ...COMMON_REASONS]),
];

/** Query parameters of a GET. */
function parametersOf(action: AnyAction): readonly object[] {
  const { properties = {}, required = [] } = schemaOf(action.request, 'input') as {
    readonly properties?: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
  }));
}

function operation(action: AnyAction): object {
  const [, , controller = '', name = ''] = action.path.split('/');
  const replay =
    action.replay === Replay.None
      ? ''
      : ` Takes a client_token (${action.replay}); repeated, it answers as the first time.`;
  return {
    operationId: `${controller}_${name}`,
    tags: [controller],
    summary: action.summary,
    description: `For ${WHO[action.access]}.${replay} May fail for: ${reasonsOf(action).join(', ')}.`,
    ...(action.access === 'P' ? { security: [{}, { token: [] }] } : { security: [{ token: [] }] }),
    ...(action.method === 'GET'
      ? { parameters: parametersOf(action) }
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(action.request, 'input') } },
          },
        }),
    responses: {
      200: {
        description: 'code 1 with the data, or another code with the reason.',
        content: {
          'application/json': {
            schema: {
              anyOf: [
                {
                  type: 'object',
                  required: ['code', 'msg', 'data'],
                  properties: {
                    code: { const: 1 },
                    msg: { type: 'string' },
                    data: schemaOf(action.response, 'output'),
                  },
                },
                { $ref: '#/components/schemas/Failure' },
              ],
            },
          },
        },
      },
    },
    'x-access': action.access,
    'x-reasons': reasonsOf(action),
    'x-replay': action.replay,
  };
}

/** Generates OpenAPI 3.1 of the whole API from the contract. */
export const openApi = (): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Lectern marketplace',
    version: VERSION,
    description:
      'Every action is a POST, a few are a GET as well, and answers with HTTP 200 and the envelope {code, msg, data}; ' +
      'code 1 is success. A failure of the server (reason `internal`) is HTTP 500 with the same envelope.',
  },
  paths: Object.fromEntries(
    ACTIONS.map((action) => [action.path, { [action.method.toLowerCase()]: operation(action) }]),
  ),
  components: {
    securitySchemes: {
      token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token of a log-in, as it is.' },
    },
    schemas: {
      Failure: {
        ...schemaOf(envelope, 'output'),
        properties: {
          code: { enum: [0, 206, 401, 403, 404, 409, 422, 423, 429] },
          msg: { type: 'string' },
          data: schemaOf(failureData, 'output'),
        },
      },
    },
  },
});

const json = (schema: object): string => `<pre class="code">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;

const entry = (action: AnyAction): string => `
  <details id="${escapeHtml(action.path)}">
    <summary><code>${action.method} ${escapeHtml(action.path)}</code> <span class="quiet">${WHO[action.access]}</span></summary>
    <p>${escapeHtml(action.summary)}</p>
    <h3>Takes</h3>${json(schemaOf(action.request, 'input'))}
    <h3>Gives, as data</h3>${json(schemaOf(action.response, 'output'))}
    <p>May fail for <code>${reasonsOf(action).map(escapeHtml).join('</code>, <code>')}</code></p>
  </details>`;

/** List of the actions, grouped by controller. */
function listOf(actions: readonly AnyAction[]): string {
  const groups = new Map<string, string[]>();
  for (const action of actions) {
    const [, , controller = ''] = action.path.split('/');
    groups.set(controller, [...(groups.get(controller) ?? []), entry(action)]);
  }
  return [...groups].map(([name, entries]) => `<h2>${escapeHtml(name)}</h2>${entries.join('')}`).join('');
}

const DOCS = '/api-docs';
const MACHINE_READABLE = `${DOCS}/openapi.json`;

/** Adds `GET /api-docs` for people and `/api-docs/openapi.json` for programs. */
export function docRoutes(app: FastifyInstance): void {
  app.get(DOCS, (_request, reply) =>
    page(reply, {
      title: 'Lectern marketplace API',
      lead: 'Every action is a POST with JSON, those marked GET may be that as well; the answer is {code, msg, data}, and code 1 is success. The token of a log-in goes into the Authorization header.',
      body: `<p>For programs: <a href="${MACHINE_READABLE}">OpenAPI 3.1</a></p>${listOf(ACTIONS)}`,
    }),
  );
  app.get(MACHINE_READABLE, (_request, reply) => reply.header('cache-control', 'no-cache').send(openApi()));
}
