// Made from shared/texts/en by `npm run texts`.
export interface PageProblemsTexts {
  aborted: null;
  'agent-unknown': { name: string | number; names: string | number };
  'agent-unknown.nearest': {
    meant: string | number;
    name: string | number;
    names: string | number;
  };
  'finish-preset-invalid': {
    field: string | number;
    first: string | number;
    second: string | number;
    value: string | number;
    why: string;
  };
  'finish-preset-invalid.missing': { field: string | number };
  'finish-preset-invalid.object': null;
  'finish-preset-invalid.transparent': null;
  'finish-preset-invalid.unknown': { field: string | number };
  'internal.request': null;
  managed: { file: string | number; parameter: string | number };
  'mask-file-foreign': { name: string | number };
  'mask-not-taken': { agent: string | number };
  'mask-shape.sent': {
    name: string | number;
    photo: string | number;
    photoSize: string | number;
    size: string | number;
  };
  'mask-twice': { parameter: string | number };
  'own-release-over': {
    date: string | number;
    kind: string;
    name: string | number;
    photo: string | number;
    photos: string;
  };
  'parameter-choice.nearest': { meant: string | number };
  'parameter-not-used': { because: string | number; parameter: string | number };
  'parameter-not-used.aspect-ratio': { place: string };
  'parameter-not-used.auto-description': { place: string };
  'parameter-not-used.custom-mask': { because: string | number };
  'parameter-not-used.description': { place: string };
  'parameter-not-used.image-size': { place: string };
  'parameter-not-used.mask': { place: string };
  'parameter-not-used.model': { place: string };
  'parameter-not-used.prompt': { place: string };
  'parameter-not-used.scene': { place: string };
  'parameter-not-used.template': { place: string };
  'parameter-range.four-images': null;
  'parameter-range.outside': null;
  'parameter-required.denoise': { place: string };
  'parameter-required.description': { place: string };
  'parameter-required.description-or-model': { parameters: string | number; place: string };
  'parameter-required.description-or-scene': { parameters: string | number; place: string };
  'parameter-required.description-scene-or-model': { parameters: string | number; place: string };
  'parameter-required.description-type': { place: string };
  'parameter-required.engine': { place: string };
  'parameter-required.height': { place: string };
  'parameter-required.image-size': { place: string };
  'parameter-required.keep': { place: string };
  'parameter-required.keep-clothes': { place: string };
  'parameter-required.mask': { parameters: string | number; place: string };
  'parameter-required.model': { place: string };
  'parameter-required.negative-prompt': { place: string };
  'parameter-required.param-type': { place: string };
  'parameter-required.photo': { place: string };
  'parameter-required.pose': { place: string };
  'parameter-required.prompt': { place: string };
  'parameter-required.scene': { place: string };
  'parameter-required.style': { place: string };
  'parameter-required.use-case': {
    agent: string | number;
    missing: string | number;
    needs: string | number;
    useCase: string | number;
  };
  'parameter-required.width': { place: string };
  'parameter-together.background': { parameters: string | number; place: string };
  'parameter-together.masks': { parameters: string | number };
  'parameter-type.base64': { parameter: string | number; value: string | number };
  'parameter-type.boolean': { parameter: string | number; value: string | number };
  'parameter-type.choice': {
    choices: string | number;
    parameter: string | number;
    value: string | number;
  };
  'parameter-type.colour': { parameter: string | number; value: string | number };
  'parameter-type.id': { list: string; parameter: string | number; value: string | number };
  'parameter-type.ids': { list: string; parameter: string | number; value: string | number };
  'parameter-type.integer': {
    max: string | number;
    min: string | number;
    parameter: string | number;
    value: string | number;
  };
  'parameter-type.more': { more: string | number; problem: string | number };
  'parameter-type.pixels': {
    max: string | number;
    min: string | number;
    parameter: string | number;
    value: string | number;
  };
  'parameter-type.short-text': {
    most: string | number;
    parameter: string | number;
    value: string | number;
  };
  'parameter-type.text': { parameter: string | number; value: string | number };
  'parameter-type.url': { parameter: string | number; value: string | number };
  'parameter-unknown': {
    agent: string | number;
    name: string | number;
    names: string | number;
    version: string | number;
  };
  'parameter-unknown.nearest': {
    agent: string | number;
    meant: string | number;
    name: string | number;
    version: string | number;
  };
  'pattern-invalid': { most: string | number; why: string };
  'photo-frame-shift': {
    canvas: string | number;
    name: string | number;
    uploaded: string | number;
  };
  'photo-misfit': { photo: string | number; why: string | number };
  'recipe-invalid': {
    most: string | number;
    parameter: string | number;
    value: string | number;
    why: string;
  };
  'recipe-invalid.agent': null;
  'recipe-invalid.file': { inFile: string | number; name: string | number };
  'recipe-invalid.mask-address': null;
  'recipe-invalid.nearest': { field: string | number; meant: string | number };
  'recipe-invalid.object': null;
  'recipe-invalid.original-pixels': { agent: string | number; parameter: string | number };
  'recipe-invalid.unknown': { field: string | number; fields: string | number };
  'request-invalid': null;
  'request-invalid.field': { field: string | number };
  'request-unknown': { channel: string | number };
  'requests-too-many': { most: string | number };
  'service-certificate-early.from': { date: string | number; host: string | number };
  'service-certificate-expired.since': { date: string | number; host: string | number };
  'setting-malformed': { setting: string | number };
  'setting-not-imported': { parameter: string | number };
  'setting-not-taken': { parameter: string | number };
  'studio-gone': null;
  'template-escapes.backslash': null;
  'template-escapes.dots': null;
  'template-escapes.drive': null;
  'template-escapes.slash': null;
  'template-invalid.character': { character: string | number };
  'template-invalid.close': null;
  'template-invalid.control': null;
  'template-invalid.deep': { most: string | number };
  'template-invalid.empty': null;
  'template-invalid.folder': null;
  'template-invalid.long': { most: string | number };
  'template-invalid.open': null;
  'template-same-names': null;
  'template-token': { known: string | number; token: string | number };
  'template-token.nearest': { meant: string | number; token: string | number };
  'ticket-invalid': { inFile: string | number; ticket: string | number };
  'ticket-invalid.several': { first: string | number; others: string | number };
  'usage.use-case': { agent: string | number; name: string | number; names: string | number };
  'usage.use-case-nearest': {
    agent: string | number;
    meant: string | number;
    name: string | number;
  };
  'usage.use-case-none': { agent: string | number; name: string | number };
  'version-unknown': {
    agent: string | number;
    version: string | number;
    versions: string | number;
  };
  'version-unknown.nearest': {
    agent: string | number;
    meant: string | number;
    version: string | number;
    versions: string | number;
  };
}
