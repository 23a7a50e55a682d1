import { Role } from '@lectern/rtc';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, ServerProcess } from '../support/index.js';
import type { AdministrationState } from './administration.js';
import { Classroom, othersOf, streamBecomes } from './classroom.js';
import { everybodyPerceivesEverybody, isHeard, perceives, stopsPerceiving } from './growth.js';
import type { HeadlessParticipant } from './headless-participant.js';

const SOUND = { audio: true, video: false };

const administered = (
  participant: HeadlessParticipant,
  what: string,
  fits: (state: AdministrationState) => boolean,
): Promise<AdministrationState> =>
  eventually(`${participant.name} ${what}`, () => participant.tell('administration'), fits);

const roleBecomes = async (participant: HeadlessParticipant, role: Role): Promise<void> => {
  await eventually(
    `${participant.name} having role ${role}`,
    async () => (await participant.tell('state')).role,
    (now) => now === role,
  );
};

/** The other members may learn of a role before or after the member whose role changed. */
const knowsRole = async (participant: HeadlessParticipant, other: HeadlessParticipant, role: Role): Promise<void> => {
  await eventually(
    `${participant.name} knowing that ${other.name} has role ${role}`,
    async () => (await participant.tell('state')).members.find(({ name }) => name.endsWith(`_${other.name}`))?.role,
    (known) => known === role,
  );
};

const eventNames = async (participant: HeadlessParticipant): Promise<readonly string[]> =>
  (await participant.tell('takeEvents')).map(({ name }) => name);

describe('roles', () => {
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

  it('audience asks to talk: refused it may not publish, agreed to it is heard, degraded it is silent again', async () => {
    const ann = await classroom.enter('ann', { role: 7, publish: 'nothing' });
    const ben = await classroom.enter('ben', { role: 1, publish: 'nothing' });
    expect((await ann.tell('state')).role).toBe(Role.Admin);

    expect(await ben.tell('administer', { act: 'requestTalk' })).toBe(false);
    await expect(ben.tell('publish', SOUND)).rejects.toMatchObject({ specMessage: 'Audience not allow publish' });

    await ann.tell('administer', { act: 'decide', agrees: true });
    expect(await ben.tell('administer', { act: 'requestTalk' })).toBe(true);
    await roleBecomes(ben, Role.Talker);
    expect((await ann.tell('administration')).asked).toEqual(['ben', 'ben']);
    await ben.tell('publish', SOUND);
    await perceives(ann, ben, isHeard);
    await knowsRole(ann, ben, Role.Talker);

    await ann.tell('administer', { act: 'degrade', name: 'ben', role: Role.Audience });
    await roleBecomes(ben, Role.Audience);
    await streamBecomes(ann, ben, 'gone', (stream) => stream === undefined);
    await expect(ben.tell('publish', SOUND)).rejects.toMatchObject({ specMessage: 'Audience not allow publish' });
  });

  it('only admins act, and a talker who asks becomes one', async () => {
    const ann = await classroom.enter('ann', { role: 7, publish: 'nothing' });
    const ben = await classroom.enter('ben', { publish: 'nothing' });
    await expect(ben.tell('administer', { act: 'muteAll' })).rejects.toMatchObject({
      specMessage: 'only admin can action',
    });
    await ann.tell('administer', { act: 'decide', agrees: true });
    expect(await ben.tell('administer', { act: 'requestAdmin' })).toBe(true);
    await roleBecomes(ben, Role.Admin);
    await ben.tell('administer', { act: 'setAttributes', attributes: { by: 'ben' } });
    await administered(ann, 'hearing of it', ({ attributes }) => attributes.by === 'ben');
  });

  it('a muted member is not heard, although it sends, until it is unmuted', async () => {
    const ann = await classroom.enter('ann', { role: 7 });
    const ben = await classroom.enter('ben');
    await everybodyPerceivesEverybody([ann, ben]);

    await ann.tell('administer', { act: 'mute', name: 'ben' });
    await administered(ben, 'being muted', ({ isMuted }) => isMuted);
    await streamBecomes(ann, ben, 'without audio', (stream) => stream?.audioMuted === true);
    await expect(ben.tell('unmuteAudio')).rejects.toThrow('muted by an admin');
    await ben.tell('administer', { act: 'disobey' });
    await stopsPerceiving(ann, ben, 'tone');

    await ann.tell('administer', { act: 'unmute', name: 'ben' });
    await administered(ben, 'being unmuted', ({ isMuted }) => !isMuted);
    await ben.tell('unmuteAudio');
    await perceives(ann, ben, isHeard);
    expect(await eventNames(ben)).toEqual(expect.arrayContaining(['muted', 'unmuted']));
  });

  it('mute-all silences all but admins, those who come later as well, until it ends', async () => {
    const ann = await classroom.enter('ann', { role: 7, publish: SOUND });
    const ben = await classroom.enter('ben', { publish: SOUND });
    await everybodyHears([ann, ben]);
    await ann.tell('administer', { act: 'muteAll' });
    await administered(ben, 'hearing of mute-all', ({ isAllMuted }) => isAllMuted);
    const cai = await classroom.enter('cai', { publish: SOUND });
    expect((await cai.tell('administration')).isAllMuted).toBe(true);
    for (const silent of [ben, cai]) {
      await silent.tell('administer', { act: 'disobey' });
      await streamBecomes(ann, silent, 'without audio', (stream) => stream?.audioMuted === true);
      await stopsPerceiving(ann, silent, 'tone');
    }
    await perceives(cai, ann, isHeard);

    await ann.tell('administer', { act: 'unmuteAll' });
    for (const silent of [ben, cai]) {
      await administered(silent, 'hearing of its end', ({ isAllMuted }) => !isAllMuted);
      await silent.tell('unmuteAudio');
    }
    await everybodyHears([ann, ben, cai]);
    const told = async (participant: HeadlessParticipant): Promise<readonly string[]> =>
      (await eventNames(participant)).filter((name) => name.startsWith('all'));
    expect([await told(ann), await told(ben), await told(cai)]).toEqual([
      [],
      ['allMuted', 'allUnmuted'],
      ['allMuted', 'allUnmuted'],
    ]);
  });

  it('a kicked member is out, the others go on; disbanding ends it for all', async () => {
    const ann = await classroom.enter('ann', { role: 7, publish: SOUND });
    const ben = await classroom.enter('ben', { publish: SOUND });
    const cai = await classroom.enter('cai', { publish: 'nothing' });
    await ann.tell('administer', { act: 'kick', name: 'cai' });
    await administered(cai, 'being out', ({ exit }) => exit !== undefined);
    await eventually(
      'cai being gone',
      () => othersOf(ben),
      (others) => !others.includes('cai'),
    );
    await everybodyHears([ann, ben]);

    await ann.tell('administer', { act: 'disband' });
    await administered(ben, 'being out', ({ exit }) => exit?.reason === 0);
    await administered(ann, 'being out', ({ exit }) => exit?.reason === 0);
  });

  it('attributes reach everybody, also later; what is deleted is gone', async () => {
    const ann = await classroom.enter('ann', { role: 7, publish: 'nothing' });
    const ben = await classroom.enter('ben', { publish: 'nothing' });
    await ann.tell('administer', { act: 'setAttributes', attributes: { topic: 'algebra', page: '1' } });
    await ann.tell('administer', { act: 'setAttributes', attributes: { page: '2' } });
    await administered(ben, 'having the page', ({ attributes }) => attributes.page === '2');
    await ann.tell('administer', { act: 'deleteAttributes', keys: ['topic'] });
    await administered(ben, 'having one attribute', ({ attributes }) => Object.keys(attributes).length === 1);
    const cai = await classroom.enter('cai', { publish: 'nothing' });
    expect((await cai.tell('administration')).attributes).toEqual({ page: '2' });
  });

  it('members send each other messages', async () => {
    const ann = await classroom.enter('ann', { publish: 'nothing' });
    const ben = await classroom.enter('ben', { publish: 'nothing' });
    await ben.tell('administer', { act: 'send', name: 'ann', content: 'hello' });
    await ben.tell('administer', { act: 'send', name: 'ann', content: { page: 3 } });
    await administered(ann, 'having both', ({ messages }) => messages.length === 2);
    expect((await ann.tell('administration')).messages).toEqual([
      ['ben', 'hello'],
      ['ben', { page: 3 }],
    ]);
  });

  it('when the admin leaves, another talker is admin', async () => {
    const ann = await classroom.enter('ann', { role: 7, publish: 'nothing' });
    const ben = await classroom.enter('ben', { publish: 'nothing' });
    const cai = await classroom.enter('cai', { publish: 'nothing' });
    await ann.tell('leave', { close: false });
    await roleBecomes(ben, Role.Admin);
    await knowsRole(cai, ben, Role.Admin);
    await cai.tell('administer', { act: 'requestAdmin' });
    expect((await ben.tell('administration')).asked).toEqual(['cai']);
  });

  const everybodyHears = async (participants: readonly HeadlessParticipant[]): Promise<void> => {
    for (const receiver of participants) {
      for (const publisher of participants) {
        if (receiver !== publisher) await perceives(receiver, publisher, isHeard);
      }
    }
  };
});
