// A member of a class on Node, by `require`: registers, joins, publishes a picture, and waits for another one's.
const { registerUser, requestToken, Role, RtcClient } = require('@lectern/rtc');
const { createNodePlatform } = require('@lectern/rtc/node');
const { WebSocket } = require('ws');
const wrtc = require('wrtc');

const WIDTH = 320;
const HEIGHT = 240;

function openCamera() {
  const source = new wrtc.nonstandard.RTCVideoSource();
  const data = new Uint8ClampedArray((WIDTH * HEIGHT * 3) / 2);
  let brightness = 0;
  setInterval(() => {
    brightness = (brightness + 5) % 256;
    source.onFrame({ width: WIDTH, height: HEIGHT, data: data.fill(brightness) });
  }, 50);
  return new wrtc.MediaStream([source.createTrack()]);
}

const media = {
  getUserMedia: () => Promise.resolve(openCamera()),
  enumerateDevices: () => Promise.resolve([]),
  onDeviceChange: () => () => undefined,
};

async function main([restUrl, username]) {
  const account = { restUrl, appKey: 'lectern#demo', username, password: 'a password' };
  const platform = createNodePlatform({ wrtc, WebSocket, media });
  await registerUser({ ...account, platform });
  const identity = await requestToken({ ...account, platform });
  const client = new RtcClient({ restUrl, appKey: account.appKey, identity, platform });
  const conference = await client.joinRoom({ roomName: 'node', password: 'room password', role: Role.Talker });
  const received = new Promise((resolve) => {
    conference.on('streamAdded', async (stream) => {
      if (stream.isLocal) return;
      const { mediaStream } = await conference.subscribe(stream);
      const sink = new wrtc.nonstandard.RTCVideoSink(mediaStream.getVideoTracks()[0]);
      sink.onframe = ({ frame }) => resolve(`${frame.width}x${frame.height}`);
    });
  });
  await conference.publish({ audio: false, video: true });
  console.log(await received);
  // The other member still has to see this one's picture.
  process.once('disconnect', () => process.exit(0));
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
