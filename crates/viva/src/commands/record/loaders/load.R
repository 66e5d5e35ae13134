# Loads the tables of this folder into R, with the types of their codebook.
#
#   source("load.R")
#   tables <- load_tables(".")
#   merge(tables$ballots, tables$interviews, by = "interview")

load_tables <- function(folder) {
  # An empty cell is absent; a word such as NA is a word that somebody said.
  read <- function(name) {
    read.csv(file.path(folder, paste0(name, ".csv")), colClasses = "character", na.strings = "",
             check.names = FALSE, fileEncoding = "UTF-8")
  }
  convert <- list(
    text = identity,
    integer = as.integer,
    number = as.numeric,
    boolean = function(cells) cells == "true",
    moment = function(cells) as.POSIXct(cells, format = "%Y-%m-%dT%H:%M:%OSZ", tz = "UTC")
  )
  codebook <- read("codebook")
  names <- unique(codebook$table)
  tables <- lapply(names, function(name) {
    table <- read(name)
    columns <- codebook[codebook$table == name, ]
    for (row in seq_len(nrow(columns))) {
      column <- columns$column[row]
      table[[column]] <- convert[[columns$type[row]]](table[[column]])
    }
    table
  })
  setNames(tables, names)
}

if (sys.nframe() == 0) {
  arguments <- commandArgs(trailingOnly = FALSE)
  script <- sub("^--file=", "", grep("^--file=", arguments, value = TRUE)[1])
  tables <- load_tables(dirname(script))
  for (name in names(tables)) {
    kinds <- vapply(tables[[name]], function(cells) class(cells)[1], "")
    cat(name, nrow(tables[[name]]), paste0(names(kinds), ":", kinds), "\n")
  }
}
