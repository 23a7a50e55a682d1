// A bot that has the server record every stream of a class, and downloads the files when it is stopped by SIGTERM.
import { Role, RtcClient } from '@lectern/rtc';
import { listRecordings, recordingLink, startRecording } from '@lectern/rtc/admin';
import { createNodePlatform } from '@lectern/rtc/node';
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import wrtc from 'wrtc';

const {
  LECTERN_URL = 'http://localhost:8080',
  APP_KEY = 'lectern#demo',
  BACKEND_URL = 'http://localhost:3000',
} = process.env;
const { SESSION = 'session of the recorder', ROOM = 'maths', FOLDER = '.' } = process.env;

/** Token and grant from the application's backend, see the example `backend`. */
async function enter() {
  const response = await fetch(`${BACKEND_URL}/enter`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SESSION}` },
    body: JSON.stringify({ room: ROOM }),
  });
  if (!response.ok) throw new Error(`the backend answers ${response.status}: ${await response.text()}`);
  return response.json();
}

const { user, token, grant } = await enter();
const client = new RtcClient({
  restUrl: LECTERN_URL,
  appKey: APP_KEY,
  identity: { memName: user, token },
  platform: createNodePlatform({ wrtc, WebSocket }),
});
const conference = await client.joinRoom({ roomName: ROOM, grant, role: Role.Admin });

const recordings = new Map();
conference.on('linkStateChanged', async ({ id, isLocal }, state) => {
  if (isLocal || state !== 'linked' || recordings.has(id)) return;
  const recording = await startRecording(conference, id).catch(console.error);
  if (recording) recordings.set(id, recording);
  console.log(recording ? `records ${id}` : `cannot record ${id}`);
});
// A stream may end while it is subscribed to.
conference.on('streamAdded', (stream) => conference.subscribe(stream).catch(console.error));
console.log(`in ${ROOM}`);

process.once('SIGTERM', async () => {
  await Promise.all([...recordings.values()].map((recording) => recording.stop()));
  let files = await listRecordings(conference);
  for (; files.some(({ state }) => state === 'recording'); files = await listRecordings(conference)) await pause(200);
  for (const { id, state } of files) {
    if (state !== 'complete') continue;
    const { url } = await recordingLink(conference, id);
    await writeFile(`${FOLDER}/${id}.webm`, Buffer.from(await (await fetch(url)).arrayBuffer()));
    console.log(`saved ${id}.webm`);
  }
  await client.close();
  process.exit(0);
});
