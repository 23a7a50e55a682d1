import type { Snapshots } from '@lectern/rtc';
import { useSelected, type RemoteControl, type RemoteControlSnapshot } from '@lectern/react';
import { createContext, useContext } from 'react';
import { Store } from '../../../lib/store.js';
import { FIRST_TOOLS, type ControlTools } from '../lib/control-tools.js';

/** Remote control in the class that is shown, and what its user draws with. */
export interface ClassControl {
  /** Undefined until the class is joined. */
  readonly control: RemoteControl | undefined;
  readonly tools: Store<ControlTools>;
}

export const ControlContext = createContext<ClassControl>({ control: undefined, tools: new Store(FIRST_TOOLS) });

export const useControl = (): RemoteControl | undefined => useContext(ControlContext).control;

/** Selects a part of the remote-control state; renders when it changes. */
export const useControlState = <T>(
  select: (snapshot: RemoteControlSnapshot) => T,
  isEqual?: (a: T, b: T) => boolean,
): T | undefined => useSelected(useControl(), select, isEqual);

const itself = (tools: ControlTools): ControlTools => tools;

/** The current tools of the controller, and a function to change them. */
export function useControlTools(): ControlTools & { readonly take: (change: Partial<ControlTools>) => void } {
  const { tools } = useContext(ControlContext);
  const now = useSelected<ControlTools, ControlTools>(tools as Snapshots<ControlTools>, itself) ?? FIRST_TOOLS;
  return { ...now, take: (change) => tools.update((before) => ({ ...before, ...change })) };
}
