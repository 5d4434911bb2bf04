/** Texts of the news, the alert, images and the editor. */

export const news = {
  heading: "Edit News",
  alertHeading: "Edit Alert",
  html: "News",
  hint: "Everyone sees it on the home screen.",
  enable: "Enable alert",
  alertHtml: "Alert",
  alertHint: "Everyone sees it once, and again after each change.",
  enabled: "Enabled",
  notEnabled: "Not enabled",
  update: "Update",
} as const;

export const images = {
  heading: "Add an image",
  image: "Image",
  hint: "PNG, JPEG, GIF or WebP, at most 5 MB. Larger than 1,600 pixels is scaled down.",
  accept: "image/png,image/jpeg,image/gif,image/webp",
  send: "Add the image",
  added: "The image was added",
  next: "Paste this line into your text where the image belongs. Between the quotation marks of alt, describe the image.",
  code: "Line for the text",
  sample: "The added image",
} as const;

export const editor = {
  source: "This field takes HTML.",
  addImage: "Add an image (new window)",
  types: "Please choose a PNG, JPEG, GIF or WebP image.",
  tooLarge: "Please choose an image of at most 5 MB.",
  foreign: "Images of other sites are not shown. Please save the image and add it with the image button.",
  unreachable: "The server did not answer. Your text is still here.",
  uploading: "An image is still uploading.",
  failed: (name: string): string => `${name ? `“${name}”` : "The image"} was not added.`,
  progress: (name: string): string => `Adding ${name || "the image"}`,
  again: "Try again",
  drop: "Leave it out",
  describe: (name: string): string => `Description of ${name || "the image"} for people who cannot see it`,
  described: "Done",
  tools: {
    "ql-header:2": "Heading",
    "ql-header:3": "Small heading",
    "ql-bold": "Bold",
    "ql-italic": "Italic",
    "ql-underline": "Underline",
    "ql-strike": "Strike through",
    "ql-list:bullet": "List",
    "ql-list:ordered": "Numbered list",
    "ql-blockquote": "Quotation",
    "ql-link": "Link",
    "ql-image": "Image",
    "ql-clean": "Remove formatting",
  } as Record<string, string>,
  toolbar: "Formatting",
  link: "Address of the link",
} as const;
