import type { BenchSession } from './bench-session.js';
import type { BenchResult } from './result.js';
import { quietRounds, ratioOf, type Round } from './statistics.js';

const ROUNDS = 20;
const WARM_UP_ROUNDS = 2;
const BUDGET_RATIO = 2;

/** Ours and the control in turns, A B B A, so that neither has the better half of the time. */
const measureRounds = async ({ page }: BenchSession): Promise<Round[]> => {
  const ours = (): Promise<number> => page.evaluate(() => window.bench.join());
  const control = (): Promise<number> => page.evaluate(() => window.bench.twoPeers());
  const rounds: Round[] = [];
  for (let index = 0; index < WARM_UP_ROUNDS + ROUNDS; index += 1) {
    const isOursFirst = index % 2 === 0;
    const first = await (isOursFirst ? ours() : control());
    const second = await (isOursFirst ? control() : ours());
    if (index < WARM_UP_ROUNDS) continue;
    rounds.push(isOursFirst ? { ours: first, control: second } : { ours: second, control: first });
  }
  return rounds;
};

/** Join to first remote frame, against two peer connections of the same page. */
export const run = async (session: BenchSession): Promise<BenchResult[]> => {
  const rounds = await measureRounds(session);
  const { ours, control, ratio, low, high, rounds: quiet } = ratioOf(quietRounds(rounds));
  return [
    {
      name: 'join to first remote frame, loopback',
      value: `${ratio.toFixed(2)} × (${low.toFixed(2)}–${high.toFixed(2)})`,
      budget: `≤ ${BUDGET_RATIO} × a bare two-peer call`,
      // Noise may not fail it: the interval has to lie above the budget as a whole.
      isMet: low <= BUDGET_RATIO,
      note:
        `medians ${ours.toFixed(0)} ms and ${control.toFixed(0)} ms over ${quiet} quiet rounds of ${ROUNDS}, A B B A; ` +
        'ours: joinRoom, subscribe, attach; in parentheses the 95 % bootstrap interval, missed if all of it is above. ' +
        'Each after a pause of 700 ms: who subscribes within 500 ms of another waits for the keyframe throttle, and saw ' +
        'the first frame after up to 500 ms',
    },
  ];
};
