// Where the server behind the page answers. A page that is files alone has none: `potez page` writes null here.
export const api = new URL("../api/v1/", import.meta.url).href;
