/** Where a video is in its life. */
export type PlayerPhase = 'loading' | 'ready' | 'playing' | 'paused' | 'ended' | 'failed';

/** Events of the media element that change the phase. */
export type PhaseEvent = 'loadstart' | 'loadedmetadata' | 'play' | 'pause' | 'ended' | 'error';

/** Legal transitions. An event that is not listed leaves the phase unchanged. */
export const PHASES: Readonly<Record<PlayerPhase, Readonly<Partial<Record<PhaseEvent, PlayerPhase>>>>> = {
  loading: { loadedmetadata: 'ready', play: 'playing', error: 'failed' },
  ready: { play: 'playing', loadstart: 'loading', error: 'failed' },
  // At its end, an element emits `pause` before `ended`.
  playing: { pause: 'paused', ended: 'ended', loadstart: 'loading', error: 'failed' },
  paused: { play: 'playing', ended: 'ended', loadstart: 'loading', error: 'failed' },
  ended: { play: 'playing', loadstart: 'loading', error: 'failed' },
  failed: { loadstart: 'loading' },
};

export const PHASE_EVENTS: readonly PhaseEvent[] = ['loadstart', 'loadedmetadata', 'play', 'pause', 'ended', 'error'];

/** Specification §2: shown while the video is paused or ready, hidden while playing. One that ended is paused. */
export const isOverlayShown = (phase: PlayerPhase): boolean =>
  phase === 'ready' || phase === 'paused' || phase === 'ended';
