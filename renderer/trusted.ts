/** What TypeScript's own types lack of a browser's Trusted Types. */
interface PolicyMaker {
  createPolicy(
    name: string,
    rules: {
      createScriptURL?(address: string): string;
      createHTML?(text: string): string | null;
    },
  ): { createScriptURL(address: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyMaker };

// made first of all: the page allows no second policy of a name, so nobody else gets one

/** Only code of the build comes by here. */
const scripts = trustedTypes?.createPolicy('darkslide-script', {
  createScriptURL: (address) => address,
});

// for all who name no policy, which is Konva: it empties the element it draws in, and may do no more
trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? text : null) });

/** A script of the build as the page may start it, where `require-trusted-types-for` is in force. */
export function ownScript(address: string): string {
  return scripts?.createScriptURL(address) ?? address;
}
