import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './window.ts';

// code that an attacker would inject if the page ever treated text as HTML
const written = {
  'an inline script': `add('script', { textContent: 'window.isIn = true' })`,
  'a handler in an attribute': `document.body.setAttribute('onclick', 'window.isIn = true'); document.body.click()`,
  'an inline style': `add('style', { textContent: 'body { --is-in: 1 }' })`,
  'a style in an attribute': `const div = add('div'); div.setAttribute('style', 'color: red'); return div.style.color !== ''`,
  'text as code': `eval('window.isIn = true')`,
  'a function created from text': `new Function('window.isIn = true')()`,
  'a timer that runs text': `setTimeout('window.isIn = true', 0)`,
  'elements created from text': `document.body.innerHTML = '<img>'`,
  'a document written from text': `document.write('<p>')`,
  'a policy that allows everything': `trustedTypes.createPolicy('mine', { createHTML: (text) => text })`,
  'a second policy with the name of Svelte’s': `trustedTypes.createPolicy('svelte-trusted-html', { createHTML: (text) => text })`,
  'a default policy': `trustedTypes.createPolicy('default', { createHTML: (text) => text }); document.body.innerHTML = '<img>'`,
  'a worker from a blob': `new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))`,
  'a service worker': `return navigator.serviceWorker.register('sw.js')`,
  'a javascript address': `add('a', { href: 'javascript:window.isIn=true' }).click()`,
  'a frame': `add('iframe', { src: FOREIGN })`,
  'a frame created from text': `add('iframe').srcdoc = '<script>parent.isIn = true</' + 'script>'`,
  'a plugin': `add('object', { data: FOREIGN })`,
  'a script from another origin': `add('script').src = FOREIGN`,
  'a style from another origin': `add('link', { rel: 'stylesheet', href: FOREIGN })`,
  'a picture from another origin': `add('img', { src: FOREIGN })`,
  'a request to another origin': `return fetch(FOREIGN, { mode: 'no-cors' })`,
  'a beacon': `navigator.sendBeacon(FOREIGN, 'x')`,
  'a socket': `new WebSocket(FOREIGN.replace('http', 'ws'))`,
  'a stream of events from another origin': `new EventSource(FOREIGN)`,
  'a form': `add('form', { action: FOREIGN, method: 'post' }).submit()`,
  'another base': `add('base', { href: FOREIGN }); return document.baseURI.startsWith(FOREIGN)`,
};

test('E07: injected content cannot run scripts, load resources or send data', async ({
  studio,
  page,
}) => {
  const reached: string[] = [];
  const foreign = createServer((request, answer) => {
    reached.push(request.url ?? '');
    answer.setHeader('access-control-allow-origin', '*').end('window.isIn = true');
  });
  await new Promise<void>((listening) => foreign.listen(0, '127.0.0.1', listening));
  const place = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`;
  try {
    await page.goto(studio.address());
    await expect(page.getByRole('navigation')).toBeVisible();
    const kept =
      'indexedDB.databases().then(({ length }) => [document.cookie, localStorage.length, sessionStorage.length, length])';
    expect(await page.evaluate(kept)).toEqual(['', 1, 0, 0]);
    for (const [what, code] of Object.entries(written)) {
      const text = code.replaceAll('FOREIGN', `'${place}${encodeURIComponent(what)}'`);
      const { isRefused, isIn } = await page.evaluate<Attempt>(tryIt(text));
      expect.soft([what, isRefused, isIn]).toEqual([what, true, false]);
    }
    expect(reached).toEqual([]);
    expect(page.url().startsWith(new URL(studio.address()).origin)).toBe(true);
  } finally {
    foreign.closeAllConnections();
    foreign.close();
  }
});

interface Attempt {
  readonly isRefused: boolean;
  readonly isIn: boolean;
}

/**
 * Returns a script that runs `text` in the page and reports whether the policy or an error blocked it, and
 * whether it had an effect.
 */
function tryIt(text: string): string {
  return `(async () => {
    let isRefused = false;
    const refuse = () => (isRefused = true);
    document.addEventListener('securitypolicyviolation', refuse);
    const add = (name, facts = {}) => {
      const made = Object.assign(document.createElement(name), facts);
      document.body.append(made);
      return made;
    };
    let got = false;
    const hostile = async () => { ${text} };
    // in a separate task, because the policy does not apply to code that a test evaluates directly
    await new Promise((done) => setTimeout(() => hostile().then(
      (answer) => { got = answer === true; done(); },
      () => { refuse(); done(); },
    )));
    for (let turn = 0; turn < 20 && !isRefused; turn += 1)
      await new Promise((next) => setTimeout(next, 25));
    document.removeEventListener('securitypolicyviolation', refuse);
    const styled = getComputedStyle(document.body).getPropertyValue('--is-in');
    const isIn = got || window.isIn === true || styled !== '';
    delete window.isIn;
    return { isRefused, isIn };
  })()`;
}
