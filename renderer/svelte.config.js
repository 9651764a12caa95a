/** Runes everywhere, and no style element that the content security policy would refuse. */
export default {
  compilerOptions: { runes: true, css: 'external' },
};
