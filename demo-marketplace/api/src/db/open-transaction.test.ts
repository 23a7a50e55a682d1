import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeDelivery } from '../compose/delivery.js';
import { composePaymentProviders } from '../compose/payments.js';
import type { Core } from '../compose/core.js';
import { World } from '../testing/world.js';
import { apartFromTransaction, networkCall, NetworkInTransactionError, networkPort } from './open-transaction.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

class Carrier {
  #sent: string[] = [];
  get sent(): readonly string[] {
    return this.#sent;
  }
  async send(text: string): Promise<number> {
    return this.#sent.push(text);
  }
  close(): void {
    this.#sent = [];
  }
}

describe('a network port', () => {
  it('is called outside of transactions, with the private fields of its object', async () => {
    const port = networkPort('carrier', new Carrier(), ['send']);
    expect(await port.send('one')).toBe(1);
    expect(port.sent).toEqual(['one']);
  });

  it('refuses within a transaction and its savepoints, and calls nothing', async () => {
    const carrier = new Carrier();
    const port = networkPort('carrier', carrier, ['send']);
    await world.db.transaction(async (tx) => {
      await expect(port.send('one')).rejects.toBeInstanceOf(NetworkInTransactionError);
      await expect(tx.transaction(() => port.send('two'))).rejects.toThrow('carrier.send was called in a transaction');
      // `close` makes no network call.
      port.close();
    });
    expect(carrier.sent).toEqual([]);
    expect(await port.send('three')).toBe(1);
  });

  it('is called by what a transaction started, once that has ended or where it is apart from it', async () => {
    const call = networkCall('ask', async (text: string) => text);
    let end = (): void => undefined;
    const hasEnded = new Promise<void>((resolve) => (end = resolve));
    let late: Promise<string> | undefined;
    await world.db.transaction(async () => {
      late = hasEnded.then(() => call('late'));
      await expect(call('within')).rejects.toBeInstanceOf(NetworkInTransactionError);
      expect(await apartFromTransaction(() => call('apart'))).toBe('apart');
    });
    end();
    expect(await late).toBe('late');
  });
});

describe('the ports of the API', () => {
  const core = () => ({ options: {}, clock: world.clock, isDemo: true }) as unknown as Core;

  it('send nothing and ask no provider within a transaction', async () => {
    const { mailer, sms, inbox } = composeDelivery(core());
    const [provider] = composePaymentProviders(core());
    await world.db.transaction(async () => {
      const calls = [
        mailer.sendMail({ to: 'a@b.tw', subject: 's', text: 't' }),
        sms.sendSms({ to: '+886912345678', text: 't' }),
        provider?.refund({ key: 'k', paymentRef: 'p', amountCents: 1 }),
        provider?.refundStatus('r'),
        world.parts.uploadIntake['options'].objectStore.move('image/a', 'image/b'),
        world.parts.uploadIntake['options'].objectStore.dropPosted('image/a'),
      ];
      for (const call of calls) await expect(call).rejects.toBeInstanceOf(NetworkInTransactionError);
    });
    expect(inbox.entries).toEqual([]);
    await mailer.sendMail({ to: 'a@b.tw', subject: 's', text: 't' });
    expect(inbox.entries).toHaveLength(1);
  });
});
