/** XMP namespace of the fields that record the photo and the execution of a delivered file. */
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
 * ExifTool only writes namespaces that it knows; it learns others from a Perl file given at startup. The
 * file is stored as text here because Perl cannot read a file inside a packaged app.
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
