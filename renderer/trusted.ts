/** The part of the Trusted Types API that Darkslide uses; TypeScript does not declare this API. */
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

// Created before anything else runs. The page allows each policy name once, so no other code can create these policies.

/** Only the build's own scripts use this policy. */
const scripts = trustedTypes?.createPolicy('darkslide-script', {
  createScriptURL: (address) => address,
});

// The default policy allows only empty HTML, which Konva needs to empty its container.
trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? text : null) });

/** Returns the address of a script of the build in a form that `require-trusted-types-for` accepts. */
export function ownScript(address: string): string {
  return scripts?.createScriptURL(address) ?? address;
}
