import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

/** Versions of the published web client of the protocol that must work unmodified. */
export const DEPLOYED_VERSIONS = { '3.2.2': 'easemob-emedia-3.2', '3.4.1': 'easemob-emedia-3.4' } as const;
export type DeployedVersion = keyof typeof DEPLOYED_VERSIONS;

const require = createRequire(import.meta.url);

const PAGE = `<!doctype html><meta charset="utf-8"><title>deployed client</title>
<body><div id="videos"></div><script src="./emedia.js"></script><script src="./driver.js"></script></body>`;

/** Runs in the page: records the calls to the client's callbacks where the test can read them. */
const DRIVER = `
'use strict';
(() => {
  const streams = new Map();
  const members = new Map();
  const events = [];
  const note = (name, detail) => events.push({ name, detail });
  const owner = (stream) => (stream.owner && (stream.owner.name || stream.owner.memName)) || '';
  const element = (id) => {
    let video = document.getElementById(id);
    if (!video) {
      video = document.createElement('video');
      Object.assign(video, { id, autoplay: true, playsInline: true });
      document.getElementById('videos').append(video);
    }
    return video;
  };
  window.peers = { streams, events, published: undefined, isGenerous: true };
  window.setup = (origin, appKey, user, token) => {
    const { mgr } = emedia;
    emedia.config({ appkey: appKey, restPrefix: origin, isHttpDNS: false, consoleLogger: false });
    emedia.config.restPrefix = origin;
    emedia.config.appkey = appKey;
    mgr.setIdentity(appKey + '_' + user, token);
    mgr.onMemberJoined = (member) => {
      const name = member.name || member.memName;
      members.set(name.slice(name.indexOf('_') + 1), member.id);
      note('memberJoined', name);
    };
    mgr.onMemberExited = (member, reason) => note('memberExited', { name: member.name || member.memName, reason });
    mgr.onStreamAdded = (member, stream) => {
      streams.set(stream.id, { stream, member });
      note('streamAdded', { id: stream.id, local: stream.located(), owner: owner(stream) });
    };
    mgr.onStreamRemoved = (member, stream) => {
      streams.delete(stream.id);
      note('streamRemoved', { id: stream.id });
    };
    mgr.onStreamUpdated = (member, stream, update) => {
      streams.set(stream.id, { stream, member });
      note('streamUpdated', { id: stream.id, voff: stream.voff, aoff: stream.aoff });
    };
    mgr.onConferenceExit = (reason, failed) => note('exit', { reason, failed });
    mgr.onRoleChanged = (role) => note('role', role);
    mgr.onMuteAll = () => note('muteAll');
    mgr.onUnMuteAll = () => note('unmuteAll');
    mgr.onMuted = () => note('muted');
    mgr.onUnmuted = () => note('unmuted');
    mgr.onConfrAttrsUpdated = (list) => note('attributes', JSON.parse(JSON.stringify(list)));
    mgr.onAdminChanged = () => note('adminChanged');
    mgr.onRequestToTalkerReply = (result) => note('talkReply', result);
    mgr.onRequestToAdminReply = (result) => note('adminReply', result);
    const decide = (name) => (applicant, agree, refuse) => {
      note(name, applicant);
      (window.peers.isGenerous ? agree : refuse)(applicant.memberId);
    };
    mgr.onRequestToTalker = decide('talkRequest');
    mgr.onRequestToAdmin = decide('adminRequest');
  };
  window.remoteStreams = () =>
    [...streams.values()]
      .filter(({ stream }) => !stream.located())
      .map(({ stream, member }) => ({
        id: stream.id,
        type: stream.type,
        owner: (member && (member.name || member.memName)) || owner(stream),
        voff: Number(stream.voff || 0),
        aoff: Number(stream.aoff || 0),
      }));
  // The client rejects with plain objects, which say nothing across the page's border.
  const ask = (name, ...args) =>
    Promise.resolve(emedia.mgr[name](...args)).catch((cause) => {
      throw new Error(name + ' failed: ' + (cause instanceof Error ? cause.stack : JSON.stringify(cause)));
    });
  window.join = async (options) => {
    window.peers.conference = await ask('joinRoom', options);
    const { confrId, role } = window.peers.conference;
    return { confrId, role };
  };
  window.destroy = async () => {
    // Once it is done, the client trips over the object that its documentation asks for.
    await emedia.mgr.destroyConference(window.peers.conference).catch(() => undefined);
    return true;
  };
  window.publish = async (constraints) => {
    const published = await ask('publish', constraints, element('local'), { from: 'test' });
    window.peers.published = published;
    return published.id;
  };
  window.subscribe = async (id) => {
    const { stream, member } = streams.get(id);
    await ask('subscribe', member, stream, true, true, element('remote-' + id));
    return true;
  };
  window.control = async (action) => {
    await ask(action, window.peers.published);
    return true;
  };
  window.manage = async (name, args) => {
    await ask(name, ...args);
    return true;
  };
  window.shareDesktop = async () => {
    const { confrId } = window.peers.conference;
    const shared = await emedia.mgr.shareDesktopWithAudio({ confrId, video: true, withAudio: false });
    return shared.id;
  };
  // One-to-one without a media server in between, through the service below the manager.
  window.callUp = (ticket) =>
    new Promise((resolve, reject) => {
      const play = (stream) => {
        const media = stream.getMediaStream && stream.getMediaStream();
        if (media) element(stream.located() ? 'local' : 'remote-' + stream.id).srcObject = media;
      };
      const known = (stream) => {
        streams.set(stream.id, { stream, member: stream.owner });
        note('streamAdded', { id: stream.id, local: stream.located() });
        play(stream);
      };
      const service = new emedia.XServiceWithP2P({
        listeners: {
          mgr: emedia.mgr,
          onMeExit: (reason) => note('exit', { reason }),
          onAddMember: (member) => note('memberJoined', member.memName),
          onRemoveMember: (member) => note('memberExited', member.memName),
          onAddStream: known,
          onRemoveStream: (stream) => {
            streams.delete(stream.id);
            note('streamRemoved', { id: stream.id });
          },
          onUpdateStream: (stream) => {
            streams.set(stream.id, { stream, member: stream.owner });
            play(stream);
          },
          onNotifyEvent: (event) => event.hidden || note('event', event.message && event.message()),
        },
      });
      window.peers.service = service;
      service.setup(ticket);
      service.join(() => resolve(true), (event) => reject(new Error(event.message())));
    });
  window.ring = async () => {
    const { service } = window.peers;
    const pubS = new service.AVPubstream({ constaints: { audio: true, video: true }, voff: 0, aoff: 0 });
    await new Promise((resolve, reject) => service.openUserMedia(pubS).then(resolve, reject));
    service.push(pubS, () => note('pushed'), (event) => note('pushFailed', event.message()));
    return true;
  };
  window.pickUp = async (id) => {
    const failed = (event) => note('subscribeFailed', event.message());
    window.peers.service.subscribe(id, () => note('subscribed'), failed, { subSVideo: true, subSAudio: true });
    return true;
  };
  window.hangUp = async (id) => {
    window.peers.service.hungup(id);
    return true;
  };
  window.setAttribute = (key, val) =>
    new Promise((success, error) => emedia.mgr.setConferenceAttrs({ key, val, success: () => success(true), error }));
  window.memberId = (user) => members.get(user);
  window.hear = () => {
    const elements = [...document.querySelectorAll('video, audio')];
    const reports = lecternReader.reports();
    const tones = {};
    elements.forEach((each, index) => {
      if (each.id === 'local') return;
      for (const [tone, windows] of Object.entries(reports[index]?.tones ?? {})) {
        tones[tone] = (tones[tone] ?? 0) + windows;
      }
    });
    return tones;
  };
  window.perceive = (id) => {
    const elements = [...document.querySelectorAll('video, audio')];
    return lecternReader.reports()[elements.indexOf(document.getElementById('remote-' + id))];
  };
  window.leave = (close) => emedia.mgr.exitConference(close);
})();
`;

/** Serves a page per published version, `/<version>/`, on an origin of its own: every call to the server crosses origins. */
export class ClientPages {
  private constructor(private readonly server: Server) {}

  static async start(): Promise<ClientPages> {
    const bundles = new Map<string, string>();
    for (const [version, name] of Object.entries(DEPLOYED_VERSIONS)) {
      bundles.set(version, await readFile(require.resolve(`${name}/EMedia_sdk-dev.js`), 'utf8'));
    }
    const server = createServer((request, response) => {
      const [, version = '', file = ''] = (request.url ?? '').split('/');
      const bundle = bundles.get(version);
      const answer = (type: string, body: string | undefined): void => {
        response.writeHead(body === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` });
        response.end(body);
      };
      if (file === 'emedia.js') answer('text/javascript', bundle);
      else if (file === 'driver.js') answer('text/javascript', DRIVER);
      else answer('text/html', file === '' && bundle !== undefined ? PAGE : undefined);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return new ClientPages(server);
  }

  url(version: DeployedVersion): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${version}/`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => void this.server.close(resolve));
  }
}
