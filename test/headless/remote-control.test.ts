import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignallingProxy } from '../impairment/index.js';
import { eventually, ServerProcess } from '../support/index.js';
import { Classroom, streamBecomes } from './classroom.js';
import type { ControlState } from './control-side.js';
import type { HeadlessParticipant } from './headless-participant.js';
import { RawMember, requestRawTicket } from './raw-member.js';

const knows = (
  participant: HeadlessParticipant,
  what: string,
  fits: (state: ControlState) => boolean,
): Promise<ControlState> => eventually(`${participant.name} ${what}`, () => participant.tell('controlState'), fits);

describe('remote control', () => {
  let server: ServerProcess;
  let classroom: Classroom;

  beforeAll(async () => {
    server = await ServerProcess.start();
  });

  afterAll(async () => {
    await server.close();
  });

  beforeEach(() => {
    classroom = new Classroom(server.url);
  });

  afterEach(async () => {
    await classroom.close();
  });

  /** Ann watches Ben's stream. */
  const sitDown = async (serverUrl = server.url) => {
    const ben = await classroom.enter('ben', { serverUrl, isShared: true });
    const ann = await classroom.enter('ann', { publish: 'nothing' });
    const stream = await streamBecomes(ann, ben, 'linked', (known) => known?.link === 'linked');
    return { ann, ben, streamId: stream?.id ?? '' };
  };

  it('is refused until its owner allows it, then carries every key in order, and ends as either side wants', async () => {
    const { ann, ben, streamId } = await sitDown();
    await expect(ann.tell('control', { act: 'point', streamId })).rejects.toMatchObject({ code: -402 });

    await ben.tell('control', { act: 'allow', pointer: true, media: false });
    await ann.tell('control', { act: 'point', streamId });
    const keys = Array.from({ length: 300 }, (_, index) => index);
    await ann.tell('control', { act: 'do', streamId, keys });
    const { actions, controllers } = await knows(ben, 'hearing all keys', (state) => state.actions.length >= 300);
    expect(actions).toEqual(keys.map((keyCode) => ({ kind: 'key-down', keyCode, sn: keyCode + 1 })));
    expect(controllers).toHaveLength(1);

    await ann.tell('control', { act: 'stopPointing', streamId });
    expect((await knows(ben, 'being free', (state) => state.controllers.length === 0)).freed).toEqual(['stopped']);

    await ann.tell('control', { act: 'point', streamId });
    await ben.tell('control', { act: 'stopOthers' });
    const { ended } = await knows(ann, 'hearing of the end', (state) => state.ended.length === 3);
    expect(ended).toEqual(['refused', 'stopped', 'freed']);
  });

  it('loses no key where its owner’s connection is cut again and again, with what is on its way', async () => {
    const proxy = await SignallingProxy.start(server.url);
    try {
      const { ann, ben, streamId } = await sitDown(proxy.url);
      await ben.tell('control', { act: 'allow', pointer: true, media: false });
      await ann.tell('control', { act: 'point', streamId });
      const isBatch = (message: Readonly<Record<string, unknown>> | undefined): boolean =>
        message?.['op'] === 1002 && String(message['arg']).includes('"actions"');
      let cuts = 0;
      proxy.rewrite((frame) => {
        if (cuts >= 6 || frame.direction !== 'toClient' || !isBatch(frame.message)) return frame;
        cuts += 1;
        // Batches that follow at once are lost as well.
        proxy.cut('reset');
        return undefined;
      });
      const keys = Array.from({ length: 300 }, (_, index) => index);
      for (let from = 0; from < keys.length; from += 50) {
        await ann.tell('control', { act: 'do', streamId, keys: keys.slice(from, from + 50) });
      }
      const { actions, controllers } = await knows(ben, 'hearing all keys', (state) => state.actions.length >= 300);
      expect(actions).toEqual(keys.map((keyCode) => ({ kind: 'key-down', keyCode, sn: keyCode + 1 })));
      expect([cuts, controllers.length]).toEqual([6, 1]);
    } finally {
      await proxy.close();
    }
  });

  it('has one controller at a time, and is free when that one has left', async () => {
    const { ann, ben, streamId } = await sitDown();
    const cem = await classroom.enter('cem', { publish: 'nothing' });
    await streamBecomes(cem, ben, 'linked', (known) => known?.link === 'linked');
    await ben.tell('control', { act: 'allow', pointer: true, media: false });
    await ann.tell('control', { act: 'point', streamId });
    await expect(cem.tell('control', { act: 'point', streamId })).rejects.toMatchObject({ code: -403 });
    await ann.tell('leave', { close: false });
    await knows(ben, 'being free', (state) => state.controllers.length === 0);
    expect(await cem.tell('control', { act: 'point', streamId })).toMatch(/^[0-9A-F]{6}$/);
  });

  it('ends with its stream, for both', async () => {
    const { ann, ben, streamId } = await sitDown();
    await ben.tell('control', { act: 'allow', pointer: true, media: false });
    await ann.tell('control', { act: 'point', streamId });
    await ben.tell('unpublish');
    expect((await knows(ann, 'losing control', (state) => state.ended.length === 1)).ended).toEqual(['stream-removed']);
    expect((await ben.tell('controlState')).freed).toEqual(['stream-removed']);
  });

  it('of cameras takes the largest picture and mutes, with consent, and refuses what can not be done', async () => {
    const { ann, ben, streamId } = await sitDown();
    const capture = () => ann.tell('control', { act: 'capture', streamId });
    await expect(capture()).rejects.toMatchObject({ code: -203, message: 'rejected' });
    await ben.tell('control', { act: 'allow', pointer: false, media: true });
    expect(await capture()).toBe(true);
    expect((await ben.tell('controlState')).pictures).toBe(1);
    await ann.tell('control', { act: 'muteType', streamId, type: 2 });
    await streamBecomes(ann, ben, 'without picture', (known) => known?.videoMuted === true);
  });

  it('of a member who asks nobody reaches nobody', async () => {
    const { ben, streamId } = await sitDown();
    await ben.tell('control', { act: 'allow', pointer: true, media: true });
    const mallory = await RawMember.connect(await requestRawTicket(server.url, classroom.room, 'mallory'));
    const { mems } = (await mallory.enter()) as { readonly mems: readonly { readonly id: string; name: string }[] };
    const target = mems.find(({ name }) => name.endsWith('_ben'))?.id;
    expect(target).toBeDefined();
    const arg = JSON.stringify({ op2: 30, evt: 0, streamId, cId: 'C1', actions: [{ oper: 3, btn: 65, sn: 1 }] });
    expect(await mallory.request({ op: 1002, memId: target, arg })).toMatchObject({
      result: -405,
      msg: 'Not support the remote control.',
    });
    expect((await ben.tell('controlState')).actions).toEqual([]);
    mallory.close();
  });
});
