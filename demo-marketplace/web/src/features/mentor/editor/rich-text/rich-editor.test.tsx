import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { StrictMode, useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { activateLocale, needTexts } from '../../../../i18n/locale.js';
import { RichField } from '../rich-field.js';
import { isLinkAllowed } from './extensions.js';
import { linkAddress } from './link-form.js';
import { richEditorPart } from './use-rich-text.js';

let emitted: string[];
let user: UserEvent;
const parent = { setHtml: (_html: string): void => undefined };

function Parent({ first }: { readonly first: string }): ReactElement {
  const [html, set] = useState(first);
  parent.setHtml = set;
  const change = (value: string): void => {
    emitted.push(value);
    set(value);
  };
  return <RichField label="Description" html={html} onChange={change} />;
}

const box = (): HTMLElement => screen.getByRole('textbox', { name: 'Description' });
const tool = (name: string): HTMLElement => screen.getByRole('button', { name });

/** Shows the field and waits until the editor has taken it over. */
async function edited(html: string): Promise<{ readonly unmount: () => void }> {
  const shown = render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Parent first={html} />
      </I18nProvider>
    </StrictMode>,
  );
  await user.click(box());
  await waitFor(() => expect(box().classList).toContain('ProseMirror'));
  return shown;
}

/** Selects the words, as a mouse would. */
function select(words: string): void {
  const walker = document.createTreeWalker(box(), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(words) ?? -1;
    if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + words.length);
  }
  fireEvent(document, new Event('selectionchange'));
}

const paste = (html: string, text = ''): void => {
  const data: Readonly<Record<string, string>> = { 'text/html': html, 'text/plain': text };
  fireEvent.paste(box(), { clipboardData: { getData: (type: string) => data[type] ?? '', types: Object.keys(data) } });
};

beforeEach(async () => {
  // jsdom has no layout, and lacks these methods.
  Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
  Object.assign(document, { elementFromPoint: () => null });
  user = userEvent.setup();
  emitted = [];
  await Promise.all([activateLocale('en'), needTexts('mentor', 'editor'), richEditorPart.prepare()]);
});
afterEach(() => {
  cleanup();
  for (const method of ['getClientRects', 'getBoundingClientRect']) Reflect.deleteProperty(Range.prototype, method);
  Reflect.deleteProperty(document, 'elementFromPoint');
});

test('takes over the same element without an edit, and keeps all that the API keeps', async () => {
  const html =
    '<h3>One</h3><p><strong>b</strong> <em>i</em> <u>u</u> <s>s</s> <code>c</code><br>x</p><h4>Two</h4>' +
    '<ul><li><p>a</p></li></ul><ol><li><p>b</p></li></ol><blockquote><p>q</p></blockquote><pre><code>1</code></pre>' +
    '<p><a href="https://a.example/" rel="nofollow noopener noreferrer" target="_blank">a</a></p>';
  await edited(html);
  expect(emitted).toEqual([]);
  select('a');
  await user.click(tool('Bold'));
  await user.click(tool('Bold'));
  await user.tab();
  expect(emitted.at(-1)?.replaceAll(/ (rel|target)="[^"]*"/g, '')).toBe(html.replaceAll(/ (rel|target)="[^"]*"/g, ''));
});

test('formats the selection by button and by key, and says what is on', async () => {
  await edited('<p>From A to B</p>');
  select('A to');
  await user.click(tool('Bold'));
  expect(emitted.at(-1)).toBe('<p>From <strong>A to</strong> B</p>');
  expect(tool('Bold').getAttribute('aria-pressed')).toBe('true');
  expect(tool('Italic').getAttribute('aria-pressed')).toBe('false');
  await user.keyboard('{Control>}i{/Control}');
  expect(emitted.at(-1)).toBe('<p>From <strong><em>A to</em></strong> B</p>');
  await user.click(tool('Heading'));
  expect(emitted.at(-1)).toBe('<h3>From <strong><em>A to</em></strong> B</h3>');
  await user.click(tool('Undo typing'));
  await user.keyboard('{Control>}y{/Control}');
  await waitFor(() => expect(emitted.at(-1)).toMatch(/^<h3>/));
});

test('moves through its toolbar with the arrow keys, one stop for Tab', async () => {
  await edited('<p>x</p>');
  const stops = screen.getAllByRole('button').filter((button) => button.tabIndex === 0);
  expect(stops).toEqual([tool('Bold')]);
  tool('Bold').focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(tool('Italic'));
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(document.activeElement).toBe(tool('Link'));
  expect(tool('Bold').getAttribute('aria-keyshortcuts')).toBe('Control+B');
});

test('links the selection, says what is no address, and removes the link', async () => {
  await edited('<p>From A to B</p>');
  select('A to');
  await user.keyboard('{Control>}k{/Control}');
  const address = await screen.findByRole('textbox', { name: 'Address of the link' });
  await user.clear(address);
  await user.type(address, 'javascript:alert(1){Enter}');
  expect(screen.getByText(/Enter a web or e-mail address/)).not.toBeNull();
  await user.clear(address);
  await user.type(address, 'lectern.example/a{Enter}');
  await waitFor(() => expect(emitted.at(-1)).toContain('href="https://lectern.example/a"'));
  await user.click(tool('Link'));
  await user.click(await screen.findByRole('button', { name: 'Remove link' }));
  await waitFor(() => expect(emitted.at(-1)).toBe('<p>From A to B</p>'));
});

test('pastes from Google Docs what the API keeps', async () => {
  await edited('');
  paste(
    '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-size:20pt">Plan</span></h1>' +
      '<p style="color:red"><span style="font-weight:700">Bold</span><span style="font-style:italic"> slanted</span></p>' +
      '<ul><li style="list-style-type:disc"><p role="presentation"><span>One</span></p></li></ul>' +
      '<table><tbody><tr><td>Cell</td></tr></tbody></table><img src="https://a.example/x.png"><script>alert(1)</script>' +
      '<p><a href="javascript:alert(1)">bad</a> <a href="https://a.example/">good</a></p></b>',
  );
  const html = emitted.at(-1) ?? '';
  expect(html).toContain('<h3>Plan</h3><p><strong>Bold</strong><em> slanted</em></p><ul><li><p>One</p></li></ul>');
  expect(html).toContain('Cell');
  expect(html).toMatch(/bad <a [^>]*href="https:\/\/a\.example\/"[^>]*>good<\/a>/);
  expect(html).not.toMatch(/<(?:table|img|script|span|b|h1)\b|style=|javascript:|alert/);
});

test('pastes the lists of Word as lists', async () => {
  await edited('');
  const item = (marker: string, text: string): string =>
    `<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${text}<o:p></o:p></span></p>`;
  paste(
    `<html><head><title>Doc</title><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment--><p class=MsoNormal><b>Steps</b></p>${item('·', 'First')}${item('·', 'Second')}${item('1.', 'Third')}<!--EndFragment--></body></html>`,
  );
  expect(emitted.at(-1)).toBe(
    '<p><strong>Steps</strong></p><ul><li><p>First</p></li><li><p>Second</p></li></ul><ol><li><p>Third</p></li></ol>',
  );
});

test('emits composed text once, when its composition ends, and what lasts when it is taken away', async () => {
  const { unmount } = await edited('<p>old</p>');
  const text = box().querySelector('p')!.firstChild as Text;
  const compose = (words: string): void => {
    text.data = words;
    fireEvent.input(box(), { isComposing: true });
  };
  fireEvent.compositionStart(box());
  compose('ㄋ');
  compose('ㄋㄧ');
  fireEvent.blur(box());
  await Promise.resolve();
  expect(emitted).toEqual([]);
  compose('你');
  fireEvent.compositionEnd(box());
  await waitFor(() => expect(emitted).toEqual(['<p>你</p>']));
  fireEvent.compositionStart(box());
  (box().querySelector('p')!.firstChild as Text).data = '你好';
  unmount();
  expect(emitted).toEqual(['<p>你</p>', '<p>你好</p>']);
});

test('shows what comes from elsewhere without emitting it', async () => {
  await edited('<p>old</p>');
  parent.setHtml('<p>new</p>');
  await waitFor(() => expect(box().innerHTML).toBe('<p>new</p>'));
  expect(emitted).toEqual([]);
});

test('emits nothing for a text that was emptied', async () => {
  await edited('<p>old</p>');
  select('old');
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(emitted.at(-1)).toBe(''));
});

test.each([
  ['https://a.example', true],
  ['mailto:a@b.example', true],
  ['/video-info?id=1', true],
  ['//a.example', false],
  ['javascript:alert(1)', false],
  ['ftp://a.example', false],
])('allows the link %s: %s', (address, isAllowed) => {
  expect(isLinkAllowed(address)).toBe(isAllowed);
});

test.each([
  ['a.example/b', 'https://a.example/b'],
  ['me@a.example', 'mailto:me@a.example'],
  [' http://a.example ', 'http://a.example'],
  ['https://', undefined],
  ['javascript:alert(1)', undefined],
])('reads %s as the address %s', (typed, address) => {
  expect(linkAddress(typed)).toBe(address);
});
