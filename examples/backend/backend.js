// A backend that decides who enters which class: POST /enter {"room":"maths"} gives a token and a grant of the user.
import { LecternClient } from '@lectern/server/client';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const { LECTERN_URL = 'http://localhost:8080', LECTERN_KEY_ID, LECTERN_SECRET, PORT = '3000' } = process.env;
const lectern = new LecternClient({ url: LECTERN_URL, keyId: LECTERN_KEY_ID, secret: LECTERN_SECRET });

/** In place of your own log-in: users by the secrets of their sessions. */
const USERS = new Map([
  ['session of ada', { name: 'ada', role: 'talker' }],
  ['session of the recorder', { name: 'recorder', role: 'admin' }],
]);

const orExisting = (error) => {
  if (error.code !== 'conflict') throw error;
};

async function enter({ name, role }, room) {
  await lectern.createUser({ name }).catch(orExisting);
  await lectern.createRoom({ name: room, closesAt: Date.now() + 3_600_000 }).catch(orExisting);
  const { token } = await lectern.createToken(name);
  const { grant } = await lectern.signGrant({ user: name, room, role });
  return { user: name, token, grant };
}

const server = createServer(async (request, response) => {
  const send = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const user = USERS.get(request.headers.authorization?.replace(/^Bearer /, ''));
  if (request.method !== 'POST' || request.url !== '/enter') return send(404, { error: 'not found' });
  if (user === undefined) return send(401, { error: 'log in first' });
  try {
    const { room } = await json(request);
    if (typeof room !== 'string' || !/^[a-z0-9-]{1,64}$/.test(room)) return send(400, { error: 'name the room' });
    return send(200, await enter(user, room));
  } catch (error) {
    return send(error instanceof SyntaxError ? 400 : 502, { error: error.message });
  }
});

server.listen(Number(PORT), '127.0.0.1', () => console.log(`backend on http://127.0.0.1:${server.address().port}`));
