import { ServerCode } from '@lectern/rtc/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APP_KEY, startTestServer, WireClient, type JsonObject, type TestServer } from '../testing/harness.js';

let test: TestServer;

beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.server.close());

const uidOf = (user: string): string => `${APP_KEY}_${user}`;
const PATHS = ['/easemob/rtc/req/ticket', '/easemob/rtc/select/confr'];

/** A conference of Ann's with a password that Ben knows. */
async function admitted() {
  const [ann, ben, eve] = await Promise.all(['ann', 'ben', 'eve'].map((user) => test.signUp(user)));
  const create = { uid: uidOf('ann'), token: ann, confrType: 10, password: 'pw' };
  const { body: made } = await test.post('/easemob/rtc/req/ticket', create);
  const join = { uid: uidOf('ben'), token: ben, confrId: made.confrId };
  const { body } = await test.post('/easemob/rtc/req/ticket', { ...join, password: 'pw' });
  return { made, join, eve, ticket: body.ticket, roleToken: body.roleToken };
}

it('a role token stands for the password of its conference, for its member alone', async () => {
  const { join, eve, roleToken } = await admitted();
  const { roleToken: foreign } = (await admitted()).made;
  for (const path of PATHS) {
    const errorOf = async (body: JsonObject) => (await test.post(path, body)).body.error;
    expect(await errorOf({ ...join, roleToken })).toBe(0);
    expect(await errorOf({ ...join, password: 'no', roleToken })).toBe(ServerCode.PasswordWrong);
    for (const wrong of [undefined, '', foreign, `${String(roleToken)}x`, 7]) {
      expect(await errorOf({ ...join, roleToken: wrong })).toBe(ServerCode.PasswordWrong);
    }
    const stolen = { ...join, uid: uidOf('eve'), token: eve, roleToken };
    expect(await errorOf(stolen)).toBe(ServerCode.PasswordWrong);
  }
});

it('who was removed needs the password again', async () => {
  const { made, join, roleToken, ticket } = await admitted();
  const { confrId } = made;
  for (const own of [made.ticket, ticket]) await WireClient.enter(JSON.parse(String(own)) as JsonObject);
  const kick = { confrId, uids: [uidOf('ben')], roleToken: made.roleToken };
  expect((await test.post('/easemob/rtc/kick/member', kick)).body).toMatchObject({ error: 0 });
  for (const path of PATHS) {
    expect((await test.post(path, { ...join, roleToken })).body).toMatchObject({ error: ServerCode.PasswordWrong });
    expect((await test.post(path, { ...join, password: 'pw', roleToken })).body).toMatchObject({ error: 0 });
  }
});
