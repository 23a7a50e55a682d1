import type { Snapshots } from '@lectern/rtc';
import type { Call, CallsSnapshot } from '@lectern/rtc/call';
import { useAction, useCall, useCurrentCall, useIncomingCall } from '@lectern/react';
import { useEffect, useRef, type ReactElement } from 'react';
import { Problem } from './problem.js';
import { useTexts } from './texts.js';

/** Props of {@link IncomingCall} and {@link CallWindow}. */
export interface CallProps {
  /** The calls of a user, by `Calls` of `@lectern/rtc/call`. */
  readonly calls: Snapshots<CallsSnapshot> | undefined;
}

function Ringing({ call }: { readonly call: Call }): ReactElement {
  const text = useTexts();
  const answer = useAction(() => call.accept());
  const title = text('isCalling', { name: call.getSnapshot().peer });
  return (
    <div role="alertdialog" aria-label={title} className="lectern lectern-incoming">
      <p>{title}</p>
      <Problem error={answer.error} />
      <button type="button" className="lectern-primary" aria-busy={answer.isPending} onClick={() => void answer.run()}>
        {text('answer')}
      </button>
      <button type="button" className="lectern-danger" onClick={() => call.hangUp()}>
        {text('decline')}
      </button>
    </div>
  );
}

/** A call that rings here, to answer or decline; nothing otherwise. */
export function IncomingCall({ calls }: CallProps): ReactElement | null {
  const call = useIncomingCall(calls);
  return call ? <Ringing key={call.id} call={call} /> : null;
}

function Media({ call, side }: { readonly call: Call; readonly side: 'local' | 'remote' }): ReactElement {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => (video.current ? call.attach(video.current, side) : undefined), [call, side]);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a live call has no captions
  return <video ref={video} autoPlay playsInline muted={side === 'local'} tabIndex={-1} data-side={side} />;
}

function Talk({ call }: { readonly call: Call }): ReactElement | null {
  const text = useTexts();
  const snapshot = useCall(call);
  const mute = useAction((kind: 'audio' | 'video', isMuted: boolean) => call.setMuted(kind, isMuted));
  if (!snapshot) return null;
  const { peer, state, audioMuted, videoMuted } = snapshot;
  return (
    <section aria-label={text('callWith', { name: peer })} className="lectern lectern-call">
      <h2>{peer}</h2>
      {state !== 'connected' && <output>{text('ringing')}</output>}
      <Media call={call} side="remote" />
      <Media call={call} side="local" />
      <Problem error={mute.error} />
      <div role="toolbar" aria-label={text('controls')}>
        <button type="button" aria-pressed={!audioMuted} onClick={() => void mute.run('audio', !audioMuted)}>
          {text('microphone')}
        </button>
        <button type="button" aria-pressed={!videoMuted} onClick={() => void mute.run('video', !videoMuted)}>
          {text('camera')}
        </button>
        <button type="button" className="lectern-danger" onClick={() => call.hangUp()}>
          {text('hangUp')}
        </button>
      </div>
    </section>
  );
}

/** The call that goes on, or that this side makes; nothing without one, and while one rings here. */
export function CallWindow({ calls }: CallProps): ReactElement | null {
  const incoming = useIncomingCall(calls);
  const call = useCurrentCall(calls);
  return call && call !== incoming ? <Talk key={call.id} call={call} /> : null;
}
