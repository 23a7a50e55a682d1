import { describe, expect, it } from 'vitest';
import { groupQueue, openFakeChat, userQueue } from '../testing/im-server.js';
import { inviteOf, sendInvite } from './index.js';
import { ValueType, writeExt } from '../im-protocol/index.js';
import { settle } from '../testing/index.js';

describe('an invitation to a conference', () => {
  it('to a user is a text with its three extensions, as deployed clients write it', async () => {
    const { client, server } = await openFakeChat();
    server.acknowledges = true;
    const draft = { conferenceId: 'CONF9', password: 'pw9', to: 'ben', groupId: 'G1' };
    const sent = await sendInvite(client, draft);
    const stringValue = '{"inviter":"ann","group_id":"G1"}';
    expect(server.bodies.at(-1)).toMatchObject({
      ...{ type: 1, target: userQueue('ben'), contents: [{ text: 'Invite ben join conference: CONF9' }] },
      ext: [
        { key: 'conferenceId', type: ValueType.String, stringValue: 'CONF9' },
        { key: 'msg_extension', type: ValueType.String, stringValue },
        { key: 'password', type: ValueType.String, stringValue: 'pw9' },
      ],
    });
    expect(inviteOf(sent)).toEqual({ conferenceId: 'CONF9', password: 'pw9', inviter: 'ann', groupId: 'G1' });
  });

  it('to a group is a message of the group', async () => {
    const { client, server } = await openFakeChat();
    const sending = sendInvite(client, { conferenceId: 'CONF9', password: 'pw9', to: 'G1', type: 'group' });
    await settle();
    expect(server.bodies.at(-1)).toMatchObject({ type: 2, target: groupQueue('G1') });
    server.answer({ serverId: '1' });
    expect(inviteOf(await sending)).toMatchObject({ groupId: 'G1' });
    await expect(sendInvite(client, { conferenceId: '', password: '', to: 'ben' })).rejects.toThrow('conference');
  });

  it('is read in both forms, from whoever really sent it; other messages are none', async () => {
    const { messages, server } = await openFakeChat();
    const body = (ext: object) => ({ contents: [{ type: 0, text: 'x' }], ext: writeExt({ ...ext }) });
    const told = { conferenceId: 'C', password: 'p', msg_extension: '{"inviter":"mallory","group_id":"G1"}' };
    server.push(
      server.chat('1', body(told)),
      server.chat('2', body({ ...told, msg_extension: { inviter: 'x', group_id: 'G2' } }), { to: groupQueue('G3') }),
      server.chat('3', body({ conferenceId: 'C', msg_extension: '{' }), { to: groupQueue('G3') }),
      server.chat('4', body({ msg_extension: '{}' })),
      server.chat('5', body({ conferenceId: { a: 1 } })),
    );
    expect(messages.map(inviteOf)).toEqual([
      { conferenceId: 'C', password: 'p', inviter: 'ben', groupId: 'G1' },
      { conferenceId: 'C', password: 'p', inviter: 'ben', groupId: 'G2' },
      { conferenceId: 'C', password: '', inviter: 'ben', groupId: 'G3' },
      undefined,
      undefined,
    ]);
  });
});
