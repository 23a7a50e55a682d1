import type {
  PreCallAdvice,
  PreCallCheck,
  PreCallResult,
  PreCallSnapshot,
  PreCallStep,
} from '@lectern/rtc/diagnostics';
import { usePreCallCheck } from '@lectern/react';
import { CircleCheck, CircleDashed, CircleMinus, CircleX, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Spinner } from '../../../ui/spinner.js';

const STEPS: readonly PreCallStep[] = ['rest', 'signalling', 'camera', 'microphone', 'udp', 'turn', 'bitrate'];
/** Advice that does not affect a class. */
const QUIET: ReadonlySet<PreCallAdvice> = new Set(['no-relay', 'no-media']);

const MARKS: Readonly<Record<PreCallResult['state'], ReactElement>> = {
  waiting: <CircleDashed aria-hidden className="size-5 text-ink-soft" />,
  running: <Spinner />,
  passed: <CircleCheck aria-hidden className="size-5 text-accent-strong" />,
  warning: <TriangleAlert aria-hidden className="size-5 text-amber" />,
  failed: <CircleX aria-hidden className="size-5 text-danger" />,
  skipped: <CircleMinus aria-hidden className="size-5 text-ink-soft" />,
};

export interface PreCallPanelProps {
  /** Creates a check with the current devices. */
  readonly prepare: (signal: AbortSignal) => Promise<PreCallCheck>;
}

/** Checks before the class whether it will work, and gives advice where it will not. */
export function PreCallPanel({ prepare }: PreCallPanelProps): ReactElement {
  const t = useText();
  const [check, setCheck] = useState<PreCallCheck>();
  const [phase, setPhase] = useState<'idle' | 'preparing' | 'failed'>('idle');
  const preparing = useRef<AbortController>(undefined);
  const snapshot = usePreCallCheck(check);
  const isRunning = phase === 'preparing' || snapshot?.state === 'running';

  useEffect(() => () => preparing.current?.abort(), []);

  const begin = async (): Promise<void> => {
    const controller = new AbortController();
    preparing.current = controller;
    setPhase('preparing');
    try {
      const made = await prepare(controller.signal);
      if (controller.signal.aborted) return;
      setCheck(made);
      setPhase('idle');
      void made.run();
    } catch {
      if (!controller.signal.aborted) setPhase('failed');
    }
  };

  const stop = (): void => {
    preparing.current?.abort();
    setPhase('idle');
    void check?.cancel();
  };

  return (
    <section aria-label={t('check.title')} className="grid gap-3 rounded-2xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-medium">{t('check.title')}</h2>
        <Button look="quiet" onClick={() => (isRunning ? stop() : void begin())}>
          {isRunning ? t('check.cancel') : t(snapshot ? 'check.again' : 'check.start')}
        </Button>
      </div>
      {phase === 'failed' && <Alert>{t('check.unprepared')}</Alert>}
      {snapshot && snapshot.state !== 'idle' && <Results snapshot={snapshot} />}
      <p aria-live="polite" className="text-sm text-ink-soft">
        {t(`check.state.${isRunning ? 'running' : (snapshot?.state ?? 'idle')}`)}
      </p>
    </section>
  );
}

function Results({ snapshot }: { readonly snapshot: PreCallSnapshot }): ReactElement {
  const t = useText();
  return (
    <ul className="grid gap-2.5">
      {STEPS.map((step) => {
        const result = snapshot.results[step];
        const { state, advice } = result;
        const isQuiet = advice !== undefined && QUIET.has(advice);
        return (
          <li key={step} className="grid grid-cols-[1.25rem_1fr_auto] items-start gap-x-2.5 text-sm">
            {MARKS[state]}
            <span className="font-medium">{t(`check.step.${step}`)}</span>
            <span className="text-ink-soft">
              {t(`check.result.${state}`)}
              <Figures result={result} />
            </span>
            {advice && (
              <p className={`col-span-2 col-start-2 ${isQuiet ? 'text-ink-soft' : 'text-ink'}`}>
                {t(`check.advice.${advice}`)}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Figures({ result }: { readonly result: PreCallResult }): string {
  const { kbps, width, height, elapsedMs, state } = result;
  if (state === 'skipped' || elapsedMs === undefined) return '';
  if (kbps !== undefined) return ` · ${kbps} kbit/s`;
  if (width !== undefined && height !== undefined) return ` · ${width}×${height}`;
  return ` · ${elapsedMs} ms`;
}
