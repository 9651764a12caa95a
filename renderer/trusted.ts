/** The part of a browser's Trusted Types that TypeScript does not declare. */
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

// created before anything else: the page allows each policy name once, so no other code can create it

/** Only the build's own scripts use this policy. */
const scripts = trustedTypes?.createPolicy('darkslide-script', {
  createScriptURL: (address) => address,
});

// The default policy. Konva needs it to empty its container; anything else is rejected.
trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? text : null) });

/** Returns the address of a script of the build in a form that `require-trusted-types-for` accepts. */
export function ownScript(address: string): string {
  return scripts?.createScriptURL(address) ?? address;
}
