import type { ConferenceQuality } from '@lectern/rtc/quality';
import { createContext, useContext } from 'react';

/** Network quality of the class; undefined outside one. */
export const QualityContext = createContext<ConferenceQuality | undefined>(undefined);

/** Statistics and network quality of the class that is shown. */
export const useQuality = (): ConferenceQuality | undefined => useContext(QualityContext);
