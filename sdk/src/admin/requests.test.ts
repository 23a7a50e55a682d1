import { describe, expect, it } from 'vitest';
import { Op, Role } from '../protocol/index.js';
import { Scenario, fakeMember } from '../testing/scenario.js';
import { onRoleRequest, requestAdmin, requestTalk, type RoleRequest } from './index.js';

const asAudience = () =>
  Scenario.joined({ enter: { role: 1, mems: [fakeMember('bob'), fakeMember('ann', { role: 7 })] } });

describe('asking for a role', () => {
  it('goes to the first admin; the role itself is the consent', async () => {
    const { scenario, conference } = await asAudience();
    const { server } = scenario.platform;
    server.on(Op.Control, () => undefined);
    const talk = requestTalk(conference);
    await scenario.advance();
    const [request] = server.messages(Op.Control);
    expect(request).toMatchObject({ memId: 'ann', tsxTime: scenario.platform.clock.now() });
    expect(JSON.parse(String(request?.arg))).toEqual({
      op2: 21,
      memId: 'MEM_1',
      memName: 'org#app_alice',
      nickName: 'alice',
    });
    server.push({ op: Op.RoleUpdated, role: 3, roleToken: 'R2' });
    await scenario.advance();
    expect(await talk).toBe(true);
    await conference.leave();
    await scenario.advance(500);
    expect(scenario.held.timers).toBe(0);
  });

  it('is refused by an answer to it, or by one without its transaction', async () => {
    const { scenario, conference } = await asAudience();
    const { server } = scenario.platform;
    server.on(Op.Control, () => ({ result: 1, arg: '{"op2":22,"memId":"MEM_1"}' }));
    expect(await requestAdmin(conference)).toBe(false);
    server.on(Op.Control, () => undefined);
    const talk = requestTalk(conference);
    await scenario.advance();
    server.push({ op: Op.Response, tsxId: 'elsewhere', result: 1, arg: '{"op2":22}' });
    server.push({ op: Op.Response, tsxId: 'elsewhere', result: 1, arg: '{"op2":21}' });
    await scenario.advance();
    expect(await talk).toBe(false);
  });

  it('fails with −408 when nobody decides, and with the code of a server that can not deliver it', async () => {
    const { scenario, conference } = await asAudience();
    const { server } = scenario.platform;
    server.on(Op.Control, () => undefined);
    const outcome = expect(requestTalk(conference, { timeoutMs: 5_000 })).rejects.toMatchObject({ code: -408 });
    await scenario.advance(5_000);
    await outcome;
    server.on(Op.Control, () => ({ result: -507 }));
    await expect(requestTalk(conference)).rejects.toMatchObject({ code: -507 });
  });

  it('needs an admin, and a role that is higher than the own', async () => {
    const { conference } = await Scenario.joined({ enter: { role: 3, mems: [fakeMember('bob')] } });
    await expect(requestAdmin(conference)).rejects.toMatchObject({ specMessage: 'this confrence have not admin' });
    await expect(requestTalk(conference)).rejects.toMatchObject({ reason: 'invalid-state' });
  });

  it('can be aborted', async () => {
    const { scenario, conference } = await asAudience();
    scenario.platform.server.on(Op.Control, () => undefined);
    const stop = new AbortController();
    const talk = requestTalk(conference, { signal: stop.signal });
    await scenario.advance();
    stop.abort();
    await expect(talk).rejects.toMatchObject({ reason: 'aborted' });
  });
});

describe('being asked', () => {
  async function setUp(role = 7) {
    const { scenario, conference } = await Scenario.joined({ enter: { role, mems: [fakeMember('bob', { role: 1 })] } });
    const { server, http } = scenario.platform;
    const requests: RoleRequest[] = [];
    onRoleRequest(conference, (request) => requests.push(request));
    const ask = async (op2: number, memName = 'org#app_bob') => {
      const arg = JSON.stringify({ op2, memId: 'bob', memName, nickName: 'B' });
      server.push({ op: Op.Control, memId: 'bob', tsxId: `T${op2}`, arg });
      await scenario.advance();
    };
    return { scenario, conference, server, http, requests, ask };
  }

  it('agreeing gives the role to the sender that the server names, not to whom the message names', async () => {
    const { http, server, requests, ask } = await setUp();
    http.on('POST', '/chanage/roles', { body: { error: 0 } });
    await ask(21, 'org#app_mallory');
    expect(requests).toMatchObject([{ memberId: 'bob', memName: 'org#app_bob', nickName: 'bob', role: Role.Talker }]);
    await requests[0]?.agree();
    expect(http.requests.at(-1)?.body).toMatchObject({ uids: ['org#app_bob'], role: 3 });
    await ask(22);
    await requests[1]?.agree();
    expect(http.requests.at(-1)?.body).toMatchObject({ role: 7 });
    expect(server.messages(Op.Response)).toEqual([]);
  });

  it('with talkers enough it can be agreed to later, or refused', async () => {
    const { scenario, http, server, requests, ask } = await setUp();
    http.on('POST', '/chanage/roles', { body: { error: -523 } });
    await ask(21);
    await expect(requests[0]?.agree()).rejects.toMatchObject({ code: -523 });
    requests[0]?.refuse();
    await scenario.advance();
    expect(server.messages(Op.Response)).toMatchObject([
      { tsxId: 'T21', memId: 'bob', result: 1, arg: '{"op2":21,"memId":"bob"}' },
    ]);
  });

  it('is refused with −507 by who is no admin', async () => {
    const { server, requests, ask } = await setUp(3);
    await ask(21);
    expect([requests, server.messages(Op.Response)]).toMatchObject([[], [{ result: -507 }]]);
  });
});
