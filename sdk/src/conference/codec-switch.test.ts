import { describe, expect, it } from 'vitest';
import { CODEC_SWITCH_REBUILD_DELAY_MS, Op } from '../protocol/index.js';
import { Scenario, fakeMember, fakeStream, type ScenarioOptions } from '../testing/scenario.js';
import type { PublishOptions } from './types.js';

const CODECS = ['opus', 'PCMU', 'VP8', 'H264', 'AV1'].map((name) => ({
  mimeType: `${name === 'opus' || name === 'PCMU' ? 'audio' : 'video'}/${name}`,
  clockRate: 90_000,
}));

async function setUp(options: ScenarioOptions = {}, publishOptions: PublishOptions = {}) {
  const scenario = new Scenario(options);
  const { platform } = scenario;
  Object.assign(platform, {
    codecCapabilities: (kind: string) => CODECS.filter(({ mimeType }) => mimeType.startsWith(kind)),
  });
  const conference = await scenario.join();
  const publishing = conference.publish(publishOptions);
  await scenario.advance();
  const stream = await publishing;
  const seen: unknown[] = [];
  conference.on('codecSwitched', ({ id }, codecs) => seen.push(['codecSwitched', id, codecs]));
  conference.on('linkFailed', ({ id }) => seen.push(['linkFailed', id]));
  return {
    scenario,
    conference,
    platform,
    stream,
    seen,
    /** Codecs of the newest offer, in order. */
    offered: (kind = 'video') =>
      platform.peers.latest.transceivers
        .find((transceiver) => transceiver.kind === kind)
        ?.codecs?.map(({ mimeType }) => mimeType.slice(6)),
    switchTo: async (useVCodes: unknown) => {
      platform.server.push({ op: Op.Terminate, rtcId: 'RTC0', endReason: 21, useVCodes });
      await scenario.advance();
    },
  };
}

describe('the codec of a publication', () => {
  it('is VP8 where all take it, else one that all take', async () => {
    expect((await setUp()).offered()?.[0]).toBe('VP8');
    const safari = fakeMember('old', { vcodes: ['H264'] });
    expect((await setUp({ enter: { mems: [safari] } })).offered()?.[0]).toBe('H264');
  });

  it('is H264 where this side has nothing else, and the others are told so', async () => {
    const { offered, platform } = await setUp({ videoCodecs: ['H264'] });
    expect(offered()?.[0]).toBe('H264');
    expect(platform.server.messages(Op.Enter)[0]?.res).toMatchObject({ vcodes: ['H264'] });
  });

  it('is the forced one, whatever the others take', async () => {
    const members = { mems: [fakeMember('old', { vcodes: ['VP8'] })] };
    const { offered } = await setUp({
      enter: members,
      streams: { forceVideoCodecs: ['H264'], forceAudioCodecs: ['PCMU'] },
    });
    expect([offered()?.[0], offered('audio')?.[0]]).toEqual(['H264', 'PCMU']);
  });

  it('a forced one is the one that is received, too', async () => {
    const enter = { mems: [fakeMember('bob')], streams: [fakeStream('ST9', 'bob', { vcodes: ['VP8'] })] };
    const { scenario, conference, offered } = await setUp({ enter, streams: { forceVideoCodecs: ['H264'] } });
    const subscribing = conference.subscribe('ST9');
    await scenario.advance();
    await subscribing;
    expect(offered()?.[0]).toBe('H264');
  });
});

describe('a codec switch (terminate reason 21)', () => {
  it('says 107 −10 at once, and offers the same stream 300 ms later with the codec first', async () => {
    const { switchTo, scenario, platform, offered, seen, stream } = await setUp();
    const before = scenario.traffic.length;
    await switchTo(['H264']);
    expect([scenario.traffic.slice(before), stream.snapshot.link]).toEqual([['107 RTC0 -10'], 'rebuilding']);
    expect(seen).toEqual([['codecSwitched', 'ST_RTC0', ['H264']]]);
    await scenario.advance(CODEC_SWITCH_REBUILD_DELAY_MS - 1);
    expect(platform.server.messages(Op.Init)).toHaveLength(1);
    await scenario.advance(1);
    expect(platform.server.messages(Op.Init)[1]).toMatchObject({ rtcId: 'RTC0', pubS: { id: 'ST_RTC0' } });
    expect([offered()?.[0], stream.snapshot.link]).toEqual(['H264', 'linked']);
    expect(platform.peers.open).toHaveLength(1);
  });

  it('lasts: later rebuilds keep the codec', async () => {
    const { switchTo, scenario, platform, offered } = await setUp();
    await switchTo(['H264', 'VP8']);
    await scenario.advance(300);
    platform.peers.latest.setIce('failed');
    await scenario.advance(600);
    expect(offered()?.slice(0, 2)).toEqual(['H264', 'VP8']);
    expect(platform.server.messages(Op.Init)).toHaveLength(3);
  });

  it.each<[string, unknown, ScenarioOptions]>([
    ['another one is forced', ['H264'], { streams: { forceVideoCodecs: ['VP8'] } }],
    ['it is the preferred one already', ['VP8', 'H264'], {}],
    ['the first that this side has is preferred already', ['VP9', 'VP8'], {}],
    ['this side has none of them', ['VP9'], {}],
    ['no codec is named', undefined, {}],
  ])('is ignored where %s', async (_, codecs, options) => {
    const { switchTo, scenario, seen, stream } = await setUp(options);
    const before = scenario.traffic.length;
    await switchTo(codecs);
    await scenario.advance(1_000);
    expect([scenario.traffic.slice(before), seen, stream.snapshot.link]).toEqual([[], [], 'linked']);
  });

  it('is over with the stream', async () => {
    const { switchTo, stream, scenario, platform } = await setUp();
    await switchTo(['H264']);
    await stream.unpublish();
    await scenario.advance(1_000);
    expect(platform.server.messages(Op.Init)).toHaveLength(1);
    expect(platform.peers.open).toHaveLength(0);
  });

  it('that comes while the stream is rebuilt takes part in the same rebuild', async () => {
    const { switchTo, scenario, platform, offered, stream } = await setUp();
    platform.peers.latest.setIce('failed');
    await switchTo(['H264']);
    await scenario.advance(1_000);
    expect([offered()?.[0], stream.snapshot.link]).toEqual(['H264', 'linked']);
    expect(platform.server.messages(Op.Init)).toHaveLength(2);
  });

  it('that comes while a muted camera is opened again is neither lost nor loses the camera', async () => {
    const { switchTo, scenario, platform, offered, stream } = await setUp();
    await stream.muteVideo({ release: true });
    const unmuting = stream.unmuteVideo();
    await switchTo(['H264']);
    await scenario.advance(1_000);
    await unmuting;
    expect([offered()?.[0], stream.snapshot.link, stream.snapshot.videoMuted]).toEqual(['H264', 'linked', false]);
    expect(platform.devices.live).toHaveLength(2);
  });

  it('goes on after the socket was lost on the way', async () => {
    const { switchTo, scenario, platform, offered, stream } = await setUp();
    await switchTo(['H264']);
    platform.sockets.latest.serverClose(1006);
    await scenario.advance(3_000);
    expect([offered()?.[0], stream.snapshot.link]).toEqual(['H264', 'linked']);
  });
});

describe('bit rates', () => {
  it('are told to the server, and bound what this side sends', async () => {
    const { scenario, platform } = await setUp({ streams: { maxVideoBitrate: 800, maxAudioBitrate: 40 } });
    expect(platform.server.messages(Op.Init)[0]?.pubS).toMatchObject({ vbitrate: 800, abitrate: 40 });
    scenario.answerSdp = 'v=0\r\nm=audio 9 UDP 111\r\nc=IN IP4 0.0.0.0\r\na=x\r\nm=video 9 UDP 96\r\n';
    platform.peers.latest.setIce('failed');
    await scenario.advance(600);
    expect(platform.peers.latest.remoteDescription?.sdp?.split('\r\n')).toEqual([
      'v=0',
      'm=audio 9 UDP 111',
      'c=IN IP4 0.0.0.0',
      'b=AS:40',
      'b=TIAS:40000',
      'a=x',
      'm=video 9 UDP 96',
      'b=AS:800',
      'b=TIAS:800000',
      '',
    ]);
  });

  it('of one stream come before those of all', async () => {
    const { platform } = await setUp({ streams: { maxVideoBitrate: 800 } }, { videoBitrate: 300 });
    expect(platform.server.messages(Op.Init)[0]?.pubS).toMatchObject({ vbitrate: 300 });
  });
});
