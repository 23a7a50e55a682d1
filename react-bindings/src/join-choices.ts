/** Storage of choices; `localStorage` is one. */
export type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Devices, and whether they are on, as a person joins. Undefined devices are the system's choice. */
export interface JoinChoices {
  readonly name: string;
  readonly isMicrophoneOn: boolean;
  readonly isCameraOn: boolean;
  readonly microphoneId: string | undefined;
  readonly cameraId: string | undefined;
  readonly speakerId: string | undefined;
}

const KEY = 'lectern:join-choices';

const FIRST: JoinChoices = {
  name: '',
  isMicrophoneOn: true,
  isCameraOn: true,
  microphoneId: undefined,
  cameraId: undefined,
  speakerId: undefined,
};

/** The remembered choices; what is not remembered, or damaged, is as at first. */
export function readChoices(storage: ChoiceStorage | undefined, initial: Partial<JoinChoices> = {}): JoinChoices {
  const first = { ...FIRST, ...initial };
  let stored: unknown;
  try {
    stored = JSON.parse(storage?.getItem(KEY) ?? '{}');
  } catch {
    // A damaged entry, or a browser that forbids storage.
    return first;
  }
  const known = (stored ?? {}) as Readonly<Record<string, unknown>>;
  const text = (key: keyof JoinChoices): string | undefined => {
    const value = known[key];
    return typeof value === 'string' ? value : undefined;
  };
  const flag = (key: 'isMicrophoneOn' | 'isCameraOn'): boolean =>
    typeof known[key] === 'boolean' ? known[key] : first[key];
  return {
    name: text('name') ?? first.name,
    isMicrophoneOn: flag('isMicrophoneOn'),
    isCameraOn: flag('isCameraOn'),
    microphoneId: text('microphoneId') ?? first.microphoneId,
    cameraId: text('cameraId') ?? first.cameraId,
    speakerId: text('speakerId') ?? first.speakerId,
  };
}

export function writeChoices(storage: ChoiceStorage | undefined, choices: JoinChoices): void {
  try {
    storage?.setItem(KEY, JSON.stringify(choices));
  } catch {
    // A browser that forbids storage, or has none left: the choices hold for this page.
  }
}
