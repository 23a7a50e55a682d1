import { FakeClock } from '@lectern/kit/testing';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chatAccounts } from '../db/schema/index.js';
import { jobWorker } from '../jobs/index.js';
import { openVault } from '../security/index.js';
import { SECRET, World } from '../testing/world.js';
import { CHAT_END_JOB, ChatAccounts, endChat, type ChatAccount } from './index.js';

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.close());

it('leaves the server with the password that is kept, when two locks of one account overlap', async () => {
  const { member } = await world.member();
  await world.parts.idle();
  const memberId = Number(member.id);
  const clock = new FakeClock(world.clock.now() + 365 * 86_400_000);
  const vault = await openVault(SECRET, {
    db: world.db,
    now: 0,
    warn: () => undefined,
    renewChat: async () => undefined,
  });

  // The server completes the first call last, so that it ends up with the first password.
  const handedOver: string[] = [];
  let answerFirst = (): void => undefined;
  let begin = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => (answerFirst = resolve));
  const isBegun = new Promise<void>((resolve) => (begin = resolve));
  let calls = 0;
  const lockUser = async ({ password }: ChatAccount): Promise<void> => {
    calls += 1;
    if (calls === 1) {
      begin();
      await isAnswered;
    }
    handedOver.push(password);
  };
  const log = (): void => undefined;
  const chat = new ChatAccounts({ db: world.db, clock, vault, makeUser: async () => undefined, lockUser, log });
  const workers = [1, 2].map(() =>
    jobWorker({ db: world.db, clock, log, kinds: { [CHAT_END_JOB]: { run: chat.endJob } } }),
  );
  const lock = (reason: 'banned' | 'closed') =>
    world.db.transaction((tx) => endChat(tx, memberId, clock.now(), reason));

  await lock('banned');
  const first = workers[0]?.idle();
  await isBegun;
  await lock('closed');
  await workers[1]?.idle();
  answerFirst();
  await first;
  clock.advance(60_000);
  await workers[0]?.idle();
  await Promise.all(workers.map((worker) => worker.close()));

  const [row] = await world.db.select().from(chatAccounts).where(eq(chatAccounts.memberId, memberId));
  expect(handedOver).toHaveLength(3);
  expect(handedOver.at(-1)).toBe(vault.unseal(row?.passwordSealed ?? ''));
});
