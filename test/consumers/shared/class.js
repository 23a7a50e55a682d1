/** The same class without a framework, for pages that get the SDK from a bundler or from a script tag. */
export async function enterClass({ registerUser, requestToken, Role, RtcClient }, options = {}) {
  const { server: restUrl, user: username, room: roomName } = Object.fromEntries(new URLSearchParams(location.search));
  const account = { restUrl, appKey: 'lectern#demo', username, password: 'a password', ...options };
  const status = document.body.appendChild(Object.assign(document.createElement('p'), { id: 'status' }));
  try {
    await registerUser(account);
    const client = new RtcClient({
      restUrl,
      appKey: account.appKey,
      identity: await requestToken(account),
      ...options,
    });
    const conference = await client.joinRoom({ roomName, password: 'room password', role: Role.Talker });
    conference.on('streamAdded', async (stream) => {
      if (stream.isLocal) return;
      const video = document.body.appendChild(document.createElement('video'));
      video.dataset.local = 'false';
      (await conference.subscribe(stream)).attach(video);
    });
    await conference.publish({ audio: true, video: true });
    status.textContent = 'joined';
  } catch (error) {
    status.textContent = error.message;
  }
}
