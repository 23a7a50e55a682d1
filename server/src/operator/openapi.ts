import { z } from 'zod';
import { STATUS } from './errors.js';
import { OPERATIONS, OPERATOR_PATH, pathParameters, type Operation } from './operations.js';
import { parameters, requests, responses } from './schemas.js';

const REFUSALS = [...new Set(Object.values(STATUS))];
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string): object => ({ 'application/json': { schema: ref(name) } });

/** The JSON schema of a value, on the given side of `io`. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parametersOf({ path, query = [], isCreating }: Operation): object[] {
  const inPath = pathParameters(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(parameters[name], 'input'),
  }));
  const inQuery = query.map((name) => ({ name, in: 'query', required: false, schema: querySchema(name) }));
  const header = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 128 } };
  return [...inPath, ...inQuery, ...(isCreating ? [header] : [])];
}

const querySchema = (name: 'after' | 'limit' | 'room'): object =>
  name === 'room' ? schemaOf(parameters.room, 'input') : schemaOf(parameters[name], 'output');

function operationOf(operation: Operation): object {
  const { id, summary, request, response, isCreating } = operation;
  const success = response === undefined ? '204' : isCreating ? '201' : '200';
  return {
    operationId: id,
    summary,
    parameters: parametersOf(operation),
    ...(request && { requestBody: { required: true, content: json(request) } }),
    responses: {
      [success]: { description: 'Done', ...(response && { content: json(response) }) },
      default: { description: 'Refused; nothing was changed', content: json('Error') },
    },
  };
}

/** The OpenAPI 3.1 document of the operator API, generated from the schemas that validate it. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationOf(operation);
  }
  const entries = (schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output') =>
    Object.entries(schemas).map(([name, schema]) => [name, schemaOf(schema, io)] as const);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern operator API',
      version: '1.0.0',
      description:
        'What the backend of an application does: users, tokens, rooms, grants, members, recordings, live outputs, messages ' +
        `and events. Refusals have one of the statuses ${REFUSALS.join(', ')} and an error with a code.`,
    },
    servers: [{ url: OPERATOR_PATH }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'basic', description: 'Id and secret of an API key, as user and password.' },
      },
      schemas: Object.fromEntries([...entries(requests, 'input'), ...entries(responses, 'output')]),
    },
  };
}
