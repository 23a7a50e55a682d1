import { createContext, useContext, useMemo, type ReactElement, type ReactNode } from 'react';
import { en } from './texts-en.js';
import { zhTW } from './texts-zh-tw.js';

/** Texts of the components; each may be replaced. `{name}` and the like are filled in. */
export type Texts = Readonly<Record<keyof typeof en, string>>;

/** Languages that the components bring. */
export type UiLocale = 'en' | 'zh-TW';

/** Fills a text in. */
export type TextOf = (key: keyof Texts, values?: Readonly<Record<string, string | number>>) => string;

const LANGUAGES: Readonly<Record<UiLocale, Texts>> = { en, 'zh-TW': zhTW };

const fill = (texts: Texts): TextOf => {
  return (key, values = {}) =>
    texts[key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
};

const TextsContext = /* @__PURE__ */ createContext<TextOf | undefined>(undefined);

/** Props of {@link UiTexts}. */
export interface UiTextsProps {
  readonly locale?: UiLocale | undefined;
  /** Texts that replace those of the language. */
  readonly texts?: Partial<Texts> | undefined;
  readonly children?: ReactNode;
}

/** Sets the language of the components below it; English without it. */
export function UiTexts({ locale = 'en', texts, children }: UiTextsProps): ReactElement {
  const value = useMemo(() => fill({ ...LANGUAGES[locale], ...texts }), [locale, texts]);
  return <TextsContext.Provider value={value}>{children}</TextsContext.Provider>;
}

const english = /* @__PURE__ */ fill(en);

/** The texts in the language of the nearest {@link UiTexts}. */
export const useTexts = (): TextOf => useContext(TextsContext) ?? english;
