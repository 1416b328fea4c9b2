"""Text: keys and values in, sentences of one language out, agreeing and set as the language sets its type.

A locale file holds `language`, `name`, `typography`, `ordinals`, `lexicon` and `texts`. Everything in it is
parsed once, at load: a broken placeholder, an unknown noun, a form too few is a diagnostic at its place.
Saying a text then only joins parts.

Placeholders:

| written | gives |
|---|---|
| `{name}` | a value: text, number or list (joined as the language does) |
| `{n:ordinal}`, `{names:or}` | a number as 1st, 2nd; a list joined by "or" |
| `{n:ordinal.f}` | the same in a gender or case: 1re |
| `{names:nor}` | a list that is denied, joined by the language's `nor`, or else by "or" |
| `{shade:text}` | a value as it is, though its name is a slot |
| `{n|card|cards}` | the form that goes with the number, in the order of the language's plural rules |
| `{n|one card|# cards}` | the same with the number within the form, where only some of them say it |
| `{n|=1 the card|# card|# cards}` | before these a form for one number alone, say where 21 counts as 1 does |
| `{tower}`, `{tower:acc}`, `{tower.red:acc}` | a noun of the lexicon, in a form, with its adjective agreeing |
| `{thing.shade:acc}` | the same by value; `thing` and `shade` stand under `lexicon: slots:` |
| `{things:acc}` | a list of nouns, joined as the language does |
| `{thing.shades:acc}` | where the value is a list: the noun with each of them, joined by "or" |
| `{thing.shades:acc:nor}` | the same, denied |
| `{shade}`, `{shade:f}` | an adjective alone, in a form |
| `{thing~shade:acc}` | an adjective alone, as it agrees with a noun that stands elsewhere |
| `{thing?m=tall|f=talle}` | any words, by the gender of a noun that stands elsewhere |
| `{de+}{name}` | a small word of the language's `particles`, as its neighbours want it: d'Ada, de Bob |
| `{letter:colour}` | the letter that stands for a colour |
| `{corner:where}` | the text `corner.<where>`, or the name an item was given (`{place:who}`) |
| `{icon:star}` | an inline picture |

A capital (`{Thing}`) makes the first letter of the result a capital. `{{ }}`, `\\{` and `\\*` are literal.
Values are data: whatever stands in one is never markup.
"""

from __future__ import annotations

from santy_print.text.checks import (
    check_items,
    check_names,
    compare_locales,
    compare_texts,
    item_key,
    with_own_words,
)
from santy_print.text.locale import (
    PSEUDO,
    Locale,
    LocaleFile,
    OrdinalKey,
    Texts,
    Tongue,
    borrow_texts,
    flat,
    is_blank,
    language_like,
    load_locale,
    main_language,
    may_be_left_out,
    parser_of,
    sample_words,
    script_of,
    tongue,
    unseen_in,
)
from santy_print.text.markup import Run, escape, in_both, parse_markup, script_in, twins
from santy_print.text.names import Called, Misnamed, Named, add_names, name_items, read_names
from santy_print.text.pair import JOINT, Both, PairLocale, pair
from santy_print.text.particles import Particle, Particles
from santy_print.text.pseudo import pseudo_locale
from santy_print.text.typography import Typographer, Typography
from santy_print.text.words import Adjective, Lexicon, Noun, Words

__all__ = [
    "JOINT",
    "PSEUDO",
    "Adjective",
    "Both",
    "Called",
    "Lexicon",
    "Locale",
    "LocaleFile",
    "Misnamed",
    "Named",
    "Noun",
    "OrdinalKey",
    "PairLocale",
    "Particle",
    "Particles",
    "Run",
    "Texts",
    "Tongue",
    "Typographer",
    "Typography",
    "Words",
    "add_names",
    "borrow_texts",
    "check_items",
    "check_names",
    "compare_locales",
    "compare_texts",
    "escape",
    "flat",
    "in_both",
    "is_blank",
    "item_key",
    "language_like",
    "load_locale",
    "main_language",
    "may_be_left_out",
    "name_items",
    "pair",
    "parse_markup",
    "parser_of",
    "pseudo_locale",
    "read_names",
    "sample_words",
    "script_in",
    "script_of",
    "tongue",
    "twins",
    "unseen_in",
    "with_own_words",
]
