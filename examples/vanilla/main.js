import { Role } from '@lectern/rtc';
import { readAddress, signIn } from './session.js';

const app = document.querySelector('#app');
const status = app.appendChild(Object.assign(document.createElement('p'), { id: 'status' }));
const videos = new Map();

function addVideo(id, stream, isLocal) {
  const video = document.createElement('video');
  video.dataset.local = isLocal;
  video.playsInline = true;
  stream.attach(video);
  videos.set(id, app.appendChild(video));
}

function addButton(text, onClick) {
  app.append(Object.assign(document.createElement('button'), { textContent: text, onclick: onClick }));
}

async function main() {
  const address = readAddress();
  const client = await signIn(address);
  const conference = await client.joinRoom({
    roomName: address.room,
    password: 'room password',
    role: Role.Talker,
  });

  conference.on('streamAdded', async (stream) => {
    if (stream.isLocal) return;
    const remote = await conference.subscribe(stream).catch(console.error);
    if (remote) addVideo(stream.id, remote, false);
  });
  conference.on('streamRemoved', ({ id }) => {
    videos.get(id)?.remove();
    videos.delete(id);
  });

  const camera = await conference.publish({ audio: true, video: true });
  addVideo(camera.id, camera, true);
  status.textContent = 'joined';

  addButton('Camera off', () => camera.muteVideo());
  addButton('Camera on', () => camera.unmuteVideo());
  addButton('Leave', async () => {
    await conference.leave();
    status.textContent = 'left';
  });
}

main().catch((error) => (status.textContent = error.message));
