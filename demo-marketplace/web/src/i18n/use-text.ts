import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import type { Locale, MessageId } from './messages.js';

/** Values for a text's placeholders. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Gives the text of an id in the language shown. */
export type Text = (id: MessageId, values?: TextValues) => string;

/** The texts; renders again when the language changes. */
export function useText(): Text {
  const { _ } = useLingui();
  return useMemo(() => (id, values) => _(id, values), [_]);
}

/** A text where no component is at work: guards, toasts. */
export const textOf: Text = (id, values) => i18n._(id, values);

/** The language shown. */
export function useLocale(): Locale {
  return useLingui().i18n.locale as Locale;
}
