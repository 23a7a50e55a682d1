/** The keyboard commands of the player. */
export type PlayerCommand =
  | { readonly kind: 'toggle' | 'full-screen' | 'mute' | 'captions' }
  | { readonly kind: 'skip'; readonly direction: -1 | 1 }
  | { readonly kind: 'volume'; readonly by: number }
  | { readonly kind: 'speed'; readonly direction: -1 | 1 }
  /** A share of the whole, 0 to 0.9. */
  | { readonly kind: 'jump'; readonly share: number };

const VOLUME_STEP = 0.1;

const COMMANDS: Readonly<Record<string, PlayerCommand>> = {
  k: { kind: 'toggle' },
  j: { kind: 'skip', direction: -1 },
  ArrowLeft: { kind: 'skip', direction: -1 },
  l: { kind: 'skip', direction: 1 },
  ArrowRight: { kind: 'skip', direction: 1 },
  ArrowUp: { kind: 'volume', by: VOLUME_STEP },
  ArrowDown: { kind: 'volume', by: -VOLUME_STEP },
  f: { kind: 'full-screen' },
  m: { kind: 'mute' },
  c: { kind: 'captions' },
  '<': { kind: 'speed', direction: -1 },
  '>': { kind: 'speed', direction: 1 },
};

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Maps a key to its command; undefined if the player does not handle it. `on` is the kind of the focused element. */
export function commandOf(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  on: 'frame' | 'button' | 'choice',
): PlayerCommand | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  // A list of choices takes letters and arrows itself, a button the space bar.
  if (on === 'choice') return undefined;
  if (key === ' ') return on === 'button' ? undefined : { kind: 'toggle' };
  if (/^\d$/.test(key)) return { kind: 'jump', share: Number(key) / 10 };
  return COMMANDS[key.length === 1 ? key.toLowerCase() : key];
}
