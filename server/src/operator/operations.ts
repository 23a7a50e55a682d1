import type { parameters, RequestName, ResponseName } from './schemas.js';
import type { OperatorCalls } from './types.js';

/** Path prefix of the operator API. */
export const OPERATOR_PATH = '/operator/v1';

type PathParameter = Exclude<keyof typeof parameters, 'after' | 'limit'>;
type QueryParameter = 'after' | 'limit' | 'room';

/** Validated parameters of a call. */
export interface CallInput {
  readonly path: Readonly<Record<PathParameter, string>>;
  readonly query: { readonly after: number; readonly limit: number; readonly room?: string | undefined };
  /** Unvalidated: the operation itself checks it against its schema. */
  readonly body: unknown;
}

/** One operation of the HTTP API: its entry in the OpenAPI document, and its handler. */
export interface Operation {
  readonly id: keyof OperatorCalls;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below {@link OPERATOR_PATH}; parameters in braces are those of `parameters`. */
  readonly path: string;
  readonly summary: string;
  readonly query?: readonly QueryParameter[];
  readonly request?: RequestName;
  /** Without one the answer is 204. */
  readonly response?: ResponseName;
  /** Creates a resource: the answer has status 201, and the call accepts an `Idempotency-Key`. */
  readonly isCreating?: true;
  call(calls: OperatorCalls, input: CallInput): Promise<unknown>;
}

/** Operations validate bodies themselves, since in-process callers use them too. */
const bodyOf = <T>({ body }: CallInput): T => body as T;

/** All operations of the HTTP API. Routes, document and tests are generated from this list. */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'createUser',
    method: 'POST',
    path: '/users',
    summary: 'Make a user',
    request: 'NewUser',
    response: 'User',
    isCreating: true,
    call: (calls, input) => calls.createUser(bodyOf(input)),
  },
  {
    id: 'getUser',
    method: 'GET',
    path: '/users/{user}',
    summary: 'Read a user',
    response: 'User',
    call: (calls, { path }) => calls.getUser(path.user),
  },
  {
    id: 'deleteUser',
    method: 'DELETE',
    path: '/users/{user}',
    summary: 'Delete a user, with its sessions, tokens and grants',
    call: (calls, { path }) => calls.deleteUser(path.user),
  },
  {
    id: 'createToken',
    method: 'POST',
    path: '/users/{user}/tokens',
    summary: 'Issue an access token for a user',
    response: 'Token',
    isCreating: true,
    call: (calls, { path }) => calls.createToken(path.user),
  },
  {
    id: 'revokeTokens',
    method: 'DELETE',
    path: '/users/{user}/tokens',
    summary: 'End all access tokens of a user',
    call: (calls, { path }) => calls.revokeTokens(path.user),
  },
  {
    id: 'revokeGrantsOf',
    method: 'DELETE',
    path: '/users/{user}/grants',
    summary: 'Revoke what a user was granted so far, in one room or in all',
    query: ['room'],
    call: (calls, { path, query }) => calls.revokeGrantsOf(path.user, query.room),
  },
  {
    id: 'createRoom',
    method: 'POST',
    path: '/rooms',
    summary: 'Open a room',
    request: 'NewRoom',
    response: 'Room',
    isCreating: true,
    call: (calls, input) => calls.createRoom(bodyOf(input)),
  },
  {
    id: 'listRooms',
    method: 'GET',
    path: '/rooms',
    summary: 'List the open rooms',
    response: 'RoomList',
    call: (calls) => calls.listRooms(),
  },
  {
    id: 'getRoom',
    method: 'GET',
    path: '/rooms/{room}',
    summary: 'Read a room',
    response: 'Room',
    call: (calls, { path }) => calls.getRoom(path.room),
  },
  {
    id: 'changeRoom',
    method: 'PATCH',
    path: '/rooms/{room}',
    summary: 'Mute everybody, start or stop recording',
    request: 'RoomChange',
    response: 'Room',
    call: (calls, input) => calls.changeRoom(input.path.room, bodyOf(input)),
  },
  {
    id: 'closeRoom',
    method: 'DELETE',
    path: '/rooms/{room}',
    summary: 'Close a room for everybody',
    call: (calls, { path }) => calls.closeRoom(path.room),
  },
  {
    id: 'listMembers',
    method: 'GET',
    path: '/rooms/{room}/members',
    summary: 'List who is in a room, and who may enter it without a grant',
    response: 'MemberList',
    call: (calls, { path }) => calls.listMembers(path.room),
  },
  {
    id: 'changeMember',
    method: 'PATCH',
    path: '/rooms/{room}/members/{user}',
    summary: 'Give a user another role in a room, or mute it',
    request: 'MemberChange',
    response: 'MemberList',
    call: (calls, input) => calls.changeMember(input.path.room, input.path.user, bodyOf(input)),
  },
  {
    id: 'removeMember',
    method: 'DELETE',
    path: '/rooms/{room}/members/{user}',
    summary: 'Take a user out of a room, and end what let it in',
    call: (calls, { path }) => calls.removeMember(path.room, path.user),
  },
  {
    id: 'createGrant',
    method: 'POST',
    path: '/grants',
    summary: 'Sign a room grant with the key of the call',
    request: 'NewGrant',
    response: 'Grant',
    isCreating: true,
    call: (calls, input) => calls.createGrant(bodyOf(input)),
  },
  {
    id: 'revokeGrant',
    method: 'DELETE',
    path: '/grants/{grant}',
    summary: 'Revoke a grant by its id',
    call: (calls, { path }) => calls.revokeGrant(path.grant),
  },
  {
    id: 'listRecordings',
    method: 'GET',
    path: '/rooms/{room}/recordings',
    summary: 'List the recordings of a room, also of one that is over, by its id',
    response: 'RecordingList',
    call: (calls, { path }) => calls.listRecordings(path.room),
  },
  {
    id: 'linkRecording',
    method: 'POST',
    path: '/recordings/{recording}/links',
    summary: 'Make a link to the file of a recording',
    response: 'RecordingLink',
    isCreating: true,
    call: (calls, { path }) => calls.linkRecording(path.recording),
  },
  {
    id: 'retryMerge',
    method: 'POST',
    path: '/recordings/{recording}/retries',
    summary: 'Merge the recordings of a room again after that has failed',
    response: 'Recording',
    isCreating: true,
    call: (calls, { path }) => calls.retryMerge(path.recording),
  },
  {
    id: 'startLive',
    method: 'POST',
    path: '/rooms/{room}/lives',
    summary: 'Start a live output',
    request: 'NewLive',
    response: 'Live',
    isCreating: true,
    call: (calls, input) => calls.startLive(input.path.room, bodyOf(input)),
  },
  {
    id: 'listLives',
    method: 'GET',
    path: '/rooms/{room}/lives',
    summary: 'List the live outputs of a room',
    response: 'LiveList',
    call: (calls, { path }) => calls.listLives(path.room),
  },
  {
    id: 'stopLive',
    method: 'DELETE',
    path: '/rooms/{room}/lives/{live}',
    summary: 'Stop a live output',
    call: (calls, { path }) => calls.stopLive(path.room, path.live),
  },
  {
    id: 'sendMessage',
    method: 'POST',
    path: '/rooms/{room}/messages',
    summary: 'Say something to the members of a room',
    request: 'NewMessage',
    isCreating: true,
    call: (calls, input) => calls.sendMessage(input.path.room, bodyOf(input)),
  },
  {
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    summary: 'Read what happened, from a cursor on',
    query: ['after', 'limit'],
    response: 'EventPage',
    call: (calls, { query }) => calls.listEvents({ after: query.after, limit: query.limit }),
  },
];

/** Names of the parameters in a path. */
export const pathParameters = (path: string): PathParameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PathParameter);
