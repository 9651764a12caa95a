/** XMP namespace of the fields by which a delivered file is traced to its photo and its execution. */
const traceNamespace = 'urn:darkslide:xmp:1.0:';

/** The fields, all plain text, as `XMP-darkslide:Recipe` and so on. */
const traceFields = [
  'Recipe',
  'Agent',
  'AgentVersion',
  'TaskId',
  'ExecutionId',
  'SourceSha256',
] as const;

/**
 * ExifTool writes only namespaces it knows, and learns others from a Perl file named at its start. It
 * is kept as text because Perl cannot read a file inside a packaged app.
 */
export const exiftoolConfig = `
%Image::ExifTool::UserDefined = (
  'Image::ExifTool::XMP::Main' => {
    darkslide => { SubDirectory => { TagTable => 'Image::ExifTool::UserDefined::darkslide' } },
  },
);
%Image::ExifTool::UserDefined::darkslide = (
  GROUPS => { 0 => 'XMP', 1 => 'XMP-darkslide', 2 => 'Other' },
  NAMESPACE => { 'darkslide' => '${traceNamespace}' },
  WRITABLE => 'string',
${traceFields.map((field) => `  ${field} => { },`).join('\n')}
);
1;
`;

/** sRGB as an ICC profile: libvips' own, in the public domain (github.com/saucecontrol/Compact-ICC-Profiles). */
export const srgbProfile = Buffer.from(
  'AAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW5keem/Vlo+AbaDI4VVRvdPqgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKZGVzYwAAAPwAAAAkY3BydAAAASAAAAAid3RwdAAAAUQAAAAUY2hhZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgAAAAUYlhZWgAAAawAAAAUclRSQwAAAcAAAAAgZ1RSQwAAAcAAAAAgYlRSQwAAAcAAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFIARwBCbWx1YwAAAAAAAAABAAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABDD8AAAXd///zJgAAB5AAAP2S///7of///aIAAAPcAADAcVhZWiAAAAAAAABvoAAAOPIAAAOPWFlaIAAAAAAAAGKWAAC3iQAAGNpYWVogAAAAAAAAJKAAAA+FAAC2xHBhcmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApb',
  'base64',
);
