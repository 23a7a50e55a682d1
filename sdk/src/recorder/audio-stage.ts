import type { Dispose } from '../core/clock.js';
import { METER_PROCESSOR, METER_WORKLET } from './meter-worklet.js';

/** Parts of the page that the meter needs; tests inject fakes. */
export interface AudioPage {
  createContext(): AudioContext;
  createWorkletNode(context: AudioContext, name: string, options: AudioWorkletNodeOptions): AudioWorkletNode;
  createStream(tracks: readonly MediaStreamTrack[]): MediaStream;
  /** Chromium delivers audio of other members only to pages that play it (Chromium bug 121673). */
  createElement(): HTMLAudioElement;
  /** True if the user has interacted with the page, so that audio may start. */
  isActivated(): boolean;
  /** Creates a URL of this text, and a function that revokes it. */
  publish(text: string): { readonly url: string; readonly revoke: Dispose };
}

export const browserAudio: AudioPage = {
  createContext: () => new AudioContext({ latencyHint: 'playback' }),
  createWorkletNode: (context, name, options) => new AudioWorkletNode(context, name, options),
  createStream: (tracks) => new MediaStream([...tracks]),
  createElement: () => new Audio(),
  isActivated: () => (navigator as Partial<Navigator>).userActivation?.hasBeenActive ?? false,
  publish: (text) => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    return { url, revoke: () => URL.revokeObjectURL(url) };
  },
};

interface Stage {
  readonly context: AudioContext;
  users: number;
  /** True if the meter's processor can be used. */
  readonly worklet: Promise<boolean>;
}

/** One audio context for all meters of a page: browsers allow few of them. */
const stages = new WeakMap<AudioPage, Stage>();

async function loadWorklet(page: AudioPage, { audioWorklet }: AudioContext, url: string | undefined): Promise<boolean> {
  // Insecure pages and old browsers have no worklets; page policies may forbid loading one.
  if (!audioWorklet) return false;
  const published = url === undefined ? page.publish(METER_WORKLET) : undefined;
  try {
    await audioWorklet.addModule(url ?? published?.url ?? '');
    return true;
  } catch {
    return false;
  } finally {
    published?.revoke();
  }
}

/** Audio resources of a meter until it releases them. */
export interface StageUse {
  readonly context: AudioContext;
  /** True if worklets are supported; settles once that is known. */
  readonly hasWorklet: Promise<boolean>;
  /** Creates the meter's own node; it measures until it is ended. */
  createMeterNode(): AudioWorkletNode;
  release(): void;
}

export function enterStage(page: AudioPage, workletUrl?: string): StageUse {
  const known = stages.get(page);
  const context = known?.context ?? page.createContext();
  const stage: Stage = known ?? { context, users: 0, worklet: loadWorklet(page, context, workletUrl) };
  stages.set(page, stage);
  stage.users += 1;
  return {
    context,
    hasWorklet: stage.worklet,
    createMeterNode: () => {
      const options = { numberOfOutputs: 0, channelCount: 1, channelCountMode: 'explicit' } as const;
      return page.createWorkletNode(context, METER_PROCESSOR, options);
    },
    release: () => {
      stage.users -= 1;
      if (stage.users > 0) return;
      stages.delete(page);
      // It may already be closed when the page is closed.
      context.close().catch(() => undefined);
    },
  };
}
